import { nameKey } from '../../language/names.ts';
import type { QuestionLink } from '../../projections/entities/questionLinks.ts';
import type { OtherNames } from '../../retrievers/path.ts';

/** Why a question is widened by other names. */
export const entityReason = 'What is named has other names in this memory, and a text may use any of them.';

/**
 * The other names of what a question names, and the question with the name by which each thing is shown behind the one
 * that was used. Null where no thing has another name that the question does not say itself. Pure.
 */
export function expandEntity(text: string, links: readonly QuestionLink[]): OtherNames | null {
  const said = ` ${nameKey(text)} `;
  const others = new Set(links.flatMap(({ also = [] }) => also).filter((name) => !said.includes(` ${name} `)));
  if (others.size === 0) return null;
  return { names: [...others].slice(0, mostNames), text: withShownNames(text, links) };
}

/** A thing of more names than this is named by any of them. */
const mostNames = 8;

function withShownNames(text: string, links: readonly QuestionLink[]): string {
  const said = ` ${nameKey(text)} `;
  const byPlace = new Map(links.map((link) => [link.end, link]));
  return [...byPlace.values()]
    .filter(({ name }) => !said.includes(` ${nameKey(name)} `))
    .sort((a, b) => b.end - a.end)
    .reduce((rest, { end, name }) => `${rest.slice(0, end)} (${name})${rest.slice(end)}`, text);
}
