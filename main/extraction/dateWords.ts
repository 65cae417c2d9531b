import { monthNames } from '../language/dateSpans.ts';

/** The first words of a date, as the source of a pattern; whether it is one is for `findDates` to say. */
export const dateStart = String.raw`(?:the )?(?:\d{4}\b|\d{1,2}(?:st|nd|rd|th)? |\d[\d./-]{5}|(?:last|this|next|previous|first|second|early|mid|late|end|beginning|start|middle|most)\b|yesterday|today|tomorrow|q[1-4]\b|h[12]\b|(?:a|an|one|two|three|four|five|six|\d+) (?:day|week|month|year|quarter)s? ago|(?:mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|winter|(?:${monthNames.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)\b)`;
