import type { QuestionWord } from './relationWords.ts';

/** A relation's words, and the stems of those that say something. */
export interface RelationText {
  readonly text: string;
  readonly stems: readonly string[];
}

/**
 * The places of the question's words that a relation answers, none where less than half of its own words are asked for:
 * `was first published by` is met by “published”, `has as a founding member in exile` not by “member”.
 */
export function wordsMet(words: readonly QuestionWord[], { stems }: RelationText): number[] {
  const met = words.flatMap(({ stem }, place) => (stems.includes(stem) ? [place] : []));
  const distinct = new Set(met.map((place) => words[place]?.stem));
  return distinct.size * 2 >= stems.length ? met : [];
}

/**
 * Whether a question walks an edge with its arrow or against it, as far as its grammar tells. `at` is where the thing that
 * the step starts from stands in the question: in “who manages Bo?” Bo is managed, in “whom does Bo manage?” he manages.
 */
export function walksForward(word: QuestionWord, { text }: RelationText, at: number): boolean {
  const words = text.toLowerCase().split(/[^\p{L}]+/u);
  const passive = words.includes('by');
  const ofNoun = words.includes('of');
  const [agentAsked, agentStored] = [isAgent(word.word), words.some(isAgent)];
  // “The owner of X”: stored as X –owner→ Y, as Y –owner of→ X, as Y –owns→ X or as X –owned by→ Y.
  if (agentAsked) return agentStored ? !ofNoun : passive;
  // “The capital of X”, “X's capital”.
  if (word.next === 'of' && at > word.at) return !ofNoun;
  if (ofNoun && word.next !== 'of') return at > word.at;
  const startIsObject = at > word.at === (word.next !== 'by');
  return agentStored ? startIsObject : startIsObject === passive;
}

/** Who does something: owner, director. */
function isAgent(word: string): boolean {
  return /\p{L}{3}(?:er|or)s?$/u.test(word);
}
