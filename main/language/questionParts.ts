import type { Span } from './span.ts';

/** More parts than that are no question but a list. */
const mostParts = 3;

/**
 * The questions that a question is made of, each able to stand alone: “who maintains X, and where does it run?” asks two
 * things, and so does “the host and the budget of X”. What one part names is named in the others too. A question that
 * asks one thing comes back as it is.
 *
 * @param named where the text names things that the memory knows
 */
export function questionParts(text: string, named: readonly Span[]): string[] {
  const parts = joinedQuestions(text) ?? joinedNouns(text, named);
  if (parts === null || parts.length > mostParts) return [text];
  const name = named.map(({ start, end }) => text.slice(start, end)).find((one) => one.trim() !== '');
  return parts.map((part) => (name === undefined || holdsOne(part, text, named) ? part : withName(part, name)));
}

const preposition = 'in|on|at|by|for|from|since|until|to|under|with|of';
const questionWord = 'who|whom|whose|what|which|when|where|why|how';
const nextQuestion = new RegExp(
  String.raw`(?:\s*[,;]\s*|\s+)(?:and|as well as|plus)\s+(?:also\s+)?(?=(?:(?:${preposition})\s+)?(?:${questionWord})\b)`,
  'iu',
);

/** Several clauses, each with a question word of its own. */
function joinedQuestions(text: string): string[] | null {
  const clauses = text.split(nextQuestion).map((clause) => clause.trim());
  if (clauses.length < 2) return null;
  // “What and where is X” asks once, in two words.
  return clauses.every((clause) => (clause.match(/[\p{L}\p{N}]+/gu) ?? []).length > 2) ? clauses : null;
}

const noun = String.raw`(?:(?!(?:${preposition}|between|among|and|the|is|are|was|were|does|did|do)\b)[\p{L}\p{N}][\p{L}\p{N}_'’-]*\s+){0,3}(?!(?:and|of)\b)[\p{L}\p{N}][\p{L}\p{N}_-]*`;
const twoNouns = new RegExp(
  String.raw`(?<!\b(?:between|among|both)\s)(?<first>\b(?:the|its|their)\s+${noun})\s+(?:and|as well as)\s+(?:also\s+)?(?<second>(?:the|its|their)\s+${noun})(?<tail>\s+(?:of|for|on|at|behind)\s)`,
  'iu',
);
const owned = new RegExp(
  String.raw`(?<=['’]s\s)(?<first>${noun})\s+(?:and|as well as)\s+(?:(?:the|its|their)\s+)?(?<second>${noun})`,
  'iu',
);

/** Two things asked of one: “the host and the budget of X”, “X’s host and budget”. */
function joinedNouns(text: string, named: readonly Span[]): string[] | null {
  for (const pattern of [twoNouns, owned]) {
    const match = pattern.exec(text);
    const { first = '', second = '', tail } = match?.groups ?? {};
    if (match === null || first === '' || second === '') continue;
    const from = match.index;
    const to = match.index + match[0].length - (tail?.length ?? 0);
    // “The cost of X and the owner of Y”, or a name with an “and” in it, is left whole.
    if (named.some(({ start, end }) => start < to && end > from)) continue;
    if (tail !== undefined && !named.some(({ start }) => start >= to)) continue;
    const [before, after] = [text.slice(0, from), text.slice(to)];
    return [first, second].map((noun) => `${before}${noun}${after}`);
  }
  return null;
}

function holdsOne(part: string, text: string, named: readonly Span[]): boolean {
  return named.some(({ start, end }) => part.includes(text.slice(start, end)));
}

/** Says what a pronoun stands for; where there is none, the name is added. */
function withName(part: string, name: string): string {
  const owned = part.replace(/\b(?:its|their)\b/iu, `${name}’s`);
  if (owned !== part) return owned;
  const said = part.replace(/\b(?:it|them|there)\b/iu, name);
  return said === part ? `${part.replace(/\s*\?\s*$/u, '')} (${name})?` : said;
}
