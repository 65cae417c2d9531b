import { askedPart } from '../../language/askedPart.ts';
import { findIdentifiers } from '../../language/identifiers.ts';
import type { Span } from '../../language/span.ts';
import type { QuestionLink } from '../../projections/entities/questionLinks.ts';

/** The things that a question names, taken apart: who or what it is about, and what it asks of them. */
export interface AboutNamed {
  /** The question with “it” in the place of each name: its meaning without whose it is. */
  readonly masked: string;
  /** The rows of the items that mention every one of the names; null where a name is too common to tell anything. */
  readonly rowids: readonly number[] | null;
}

/** Rows of the items of these namespaces that hold every name, at most `limit`; null where there are more. */
export type MentionsOf = (
  names: readonly string[],
  namespaces: readonly string[],
  limit: number,
) => readonly number[] | null;

/**
 * Takes a question apart. Null where it names nothing, by a name that the memory knows or by an exact string, or asks nothing beside the names. The name
 * decides whose, meaning decides what: a vector of the whole question mixes the two, and a text that repeats the name
 * comes near to every question about it.
 */
export function aboutNamed(
  text: string,
  namespaces: readonly string[],
  links: readonly QuestionLink[],
  mentionsOf: MentionsOf,
): AboutNamed | null {
  const spans = spansOf([...links, ...identifierSpans(text)]);
  const [first] = spans;
  if (first === undefined) return null;
  const asked = askedPart(text, first, []);
  const masked = spans
    .reduceRight((rest, { start, end }) => `${rest.slice(0, start)}it${rest.slice(end)}`, asked)
    .trim();
  if (!asksBeside(masked)) return null;
  const names = [...new Set(spans.map(({ start, end }) => text.slice(start, end)))];
  return { masked, rowids: mentionsOf(names, namespaces, mostMentions) };
}

/** A name in more items than this tells little, and their vectors would cost more than a search of all. */
const mostMentions = 2000;

/** The named places of the question in its order, each once; of overlapping ones the first. */
function spansOf(named: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const { start, end } of [...named].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= (spans.at(-1)?.end ?? 0)) spans.push({ start, end });
  }
  return spans;
}

/** An exact string names its thing, whether the memory knows more of it or not. */
function identifierSpans(text: string): Span[] {
  return findIdentifiers(text).map((identifier) => {
    const start = text.indexOf(identifier.text);
    return { start, end: start + identifier.text.length };
  });
}

/** Some word is left that is longer than those by which one merely asks or points. */
function asksBeside(masked: string): boolean {
  return (masked.match(/[\p{L}\p{N}]{4,}/gu) ?? []).length > 0;
}
