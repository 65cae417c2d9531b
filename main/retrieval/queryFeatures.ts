import { findIdentifiers, type Identifier } from '../language/identifiers.ts';
import type { QuestionLink } from '../projections/entities/questionLinks.ts';
import { type Asked, nothingAsked } from '../retrievers/asked.ts';

/** What the router may look at: the question, and which things of the memory it names. */
export interface QueryFeatures {
  readonly identifiers: readonly Identifier[];
  readonly quotes: readonly string[];
  readonly questionForm: string | null;
  /** Names of all features that hold: those above and the policy's patterns. */
  readonly names: ReadonlySet<string>;
  /** The things of the memory that the question names. */
  readonly links: readonly QuestionLink[];
}

/**
 * Features that code finds; a policy adds its patterns to them. `unnamedIdentifier`: an exact string that is no thing of
 * which the memory holds anything but texts, nor part of its name. `names…`: how many things of the memory the question names;
 * `thingHas…`: whether the memory holds edges or facts at one of
 * them, and any that were stated and not only read in texts;
 * `asks…`: what the structure at them says is asked.
 */
export const builtInFeatures = [
  ...(['identifier', 'quoted', 'onlyIdentifiers', 'unnamedIdentifier'] as const),
  ...(['namesNothing', 'namesOne', 'namesSeveral', 'thingHasEdges', 'thingHasFacts', 'thingHasStated'] as const),
  ...(['asksEdge', 'asksChain', 'mayAskEdge', 'asksFact', 'asksCause'] as const),
] as const;

/** Reads the features of a question. `patterns` are the policy's, compiled. Deterministic. */
export function readFeatures(
  query: string,
  patterns: ReadonlyMap<string, RegExp>,
  links: readonly QuestionLink[],
  asked: Asked = nothingAsked,
): QueryFeatures {
  const quotes = quotedStrings(query);
  const identifiers = findIdentifiers(query);
  const names = new Set<string>();
  if (identifiers.length > 0) names.add('identifier');
  if (identifiers.some(({ text }) => !isNamed(text, query, links))) names.add('unnamedIdentifier');
  if (quotes.length > 0) names.add('quoted');
  if (isOnly(query, [...identifiers.map(({ text }) => text), ...quotes])) names.add('onlyIdentifiers');
  for (const name of [...linkFeatures(links), ...askedFeatures(asked)]) names.add(name);
  for (const [name, pattern] of patterns) if (pattern.test(query)) names.add(name);
  return { identifiers, quotes, questionForm: questionFormOf(query), names, links };
}

function isNamed(identifier: string, query: string, links: readonly QuestionLink[]): boolean {
  return links.some(({ start, end, edges, facts }) => (edges || facts) && query.slice(start, end).includes(identifier));
}

function askedFeatures({ relation, fact, cause }: Asked): (typeof builtInFeatures)[number][] {
  const ofRelation = { edge: 'asksEdge', chain: 'asksChain', likely: 'mayAskEdge' } as const;
  return [
    ...(relation === null ? [] : [ofRelation[relation]]),
    ...(fact ? (['asksFact'] as const) : []),
    ...(cause ? (['asksCause'] as const) : []),
  ];
}

function linkFeatures(links: readonly QuestionLink[]): (typeof builtInFeatures)[number][] {
  const named = new Set(links.map(({ name }) => name)).size;
  return [
    named === 0 ? 'namesNothing' : named === 1 ? 'namesOne' : 'namesSeveral',
    ...(links.some(({ edges }) => edges) ? (['thingHasEdges'] as const) : []),
    ...(links.some(({ facts }) => facts) ? (['thingHasFacts'] as const) : []),
    ...(links.some(({ stated }) => stated) ? (['thingHasStated'] as const) : []),
  ];
}

const quotePatterns = [
  /"([^"\n]{2,500})"/gu,
  /“([^”\n]{2,500})”/gu,
  /«([^»\n]{2,500})»/gu,
  /「([^」\n]{1,500})」/gu,
  /`([^`\n]{2,500})`/gu,
  // An apostrophe inside or at the end of a word opens nothing.
  /(?<![\p{L}\p{N}])'([^'\n]{2,200})'(?![\p{L}\p{N}])/gu,
];

function quotedStrings(query: string): string[] {
  const found = quotePatterns.flatMap((pattern) =>
    [...query.matchAll(pattern)].map((match) => (match[1] ?? '').trim()),
  );
  return [...new Set(found.filter((text) => text !== ''))];
}

/** Whether anything but these strings, punctuation and small words is left of the query. */
function isOnly(query: string, exact: readonly string[]): boolean {
  if (exact.length === 0) return false;
  const rest = exact
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, text) => left.replaceAll(text, ' '), query)
    .toLowerCase();
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => smallWords.has(word));
}

const smallWords = new Set('a an the of in on at for to and or is are was were what which file version'.split(' '));

function questionFormOf(query: string): string | null {
  const word = /^\s*(?:and |so |but )?(who|whom|whose|what|which|when|where|why|how)\b/iu.exec(query)?.[1];
  if (word !== undefined) return word.toLowerCase();
  if (/^\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b/iu.test(query)) return 'yes-no';
  return query.includes('?') ? 'other' : null;
}
