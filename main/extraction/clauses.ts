import { findDates } from '../language/dates.ts';
import { dateStart } from './dateWords.ts';
import { isDoubtful, isQuoted } from './doubts.ts';

/** Labels of notes, each at most a few words: "deps:", "[Refactor]", "0.3.0", "(SEMVER-MAJOR)", "Breaking:". */
const label =
  /^(?:\W*\[[^\]]{1,40}\]:?|\([^)]{1,30}\)|[-–*•]|v?\d+\.\d+\.\d+\S*|[\p{L}_][\p{L}\d_./-]*(?: [\p{L}\d_./-]+){0,2}(?:\([^)]*\))?!?:(?=\s))\s*/u;
/** Words that lead into a sentence and say nothing of their own. */
const leadIn =
  /^(?:breaking(?: changes?)?(?= \p{Lu})|so|well|and|but|then|also|okay|ok|um|uh|oh|yes|yeah|hey|wow|haha|however|anyway|actually|basically|obviously|recently|personally|honestly|unfortunately|luckily|finally|besides|plus|turns out|as you know|we know that|note that|please note that|it (?:turns|turned) out that|just|now|currently|by the way|btw|in fact|in addition|(?:mr\.?[ \u2060]?|madam )?(?:chair|speaker)\.?|for instance|in reality|again|right|see|especially|thanks|(?:we|i)(?:['’](?:re|ve|m)| are| have| am)? (?:now )?(?:know|learning|learned|found|noticed|discovered|confirmed|see|understand)(?: out)? that|(?:one|another|the(?: other)?)(?: [\p{L}-]+){0,2} (?:change|point|thing|news|difference|update|fact|highlight) is(?: that)?(?= (?:the|a|our|\p{Lu})))\b[ ,!:–-]*/iu;
/** Before a date in front of a clause; what follows is still part of the front. */
const datePreposition =
  /^(?:as of|as from|since|effective|starting|on|in|from|by|until|till|during|throughout|between|just|and|to|for)\s+/i;
const ofDate = new RegExp(`^${dateStart}`, 'i');

/**
 * The clauses of a sentence that assert something: cut between main clauses, freed from labels, from words that lead in
 * and from a date in front; without those that hedge, deny or report. `doubtful` judges the main part of each.
 */
export function assertedClauses(sentence: string, doubtful: (clause: string) => boolean = isDoubtful): string[] {
  const clauses: string[] = [];
  let at = 0;
  for (const part of sentence.split(between)) {
    const clause = withoutLead(part.replace(/^because\s+(?!of\b)/i, '').replace(/[\s,;–—-]+$/, ''));
    if (clause !== '' && !doubtful(mainPart(clause)) && !isQuoted(sentence, at + 1)) clauses.push(clause);
    at += part.length;
  }
  return clauses;
}

/** Where one main clause ends and the next begins; the last of a list ("A, B, and C") is no clause. */
export const between =
  /(?<=;\s|,\s(?=(?:but|so|yet)\s|and\s(?!(?:\S+\s){0,2}\S+$))|\s[–—-]\s|—|,?\s(?=because\s))|\s(?=but (?:will|may|might|would|could|should|can)\b)/;

/** Up to a relative clause or a concession: what those hedge or deny is not what the clause asserts. */
function mainPart(clause: string): string {
  const end = clause.search(/,? (?:which|who|whose|where|although|though|even though)\b/i);
  return end > 0 ? clause.slice(0, end) : clause;
}

/** The sentence or clause without what stands before its subject. */
export function withoutLead(clause: string): string {
  let rest = clause;
  for (let steps = 0; steps < 6; steps++) {
    const before = rest;
    rest = rest.replace(leadIn, '').replace(label, '');
    rest = withoutDate(rest);
    if (rest === before) break;
  }
  return rest;
}

/** "As of 1 May, …", "In 2014 the …", "From 1 May until 1 June …": the dates in front, read again by whoever needs them. */
function withoutDate(clause: string): string {
  const preposition = datePreposition.exec(clause)?.[0].length ?? 0;
  if (!ofDate.test(clause.slice(preposition))) return clause;
  const [date] = findDates(clause.slice(0, longestFront), { now: 0, timeZone: 'UTC' });
  if (date === undefined || date.start > preposition + 4) return clause;
  const rest = clause.slice(date.end).replace(/^[\s,:)]+/, '');
  // A date that is the subject itself is followed by its verb.
  return rest === '' || /^(?:is|was|are|were|['’]s)\b/i.test(rest) ? clause : rest;
}

const longestFront = 80;
