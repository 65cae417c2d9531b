import { nameTokens } from '../../language/names.ts';
import { stem } from '../../projections/keywords/stem.ts';
import { relationStems } from '../../projections/relations/relationStem.ts';
import type { QuestionWord } from './relationWords.ts';

/** A relation's words, and the stems of those that say something. */
export interface RelationText {
  readonly text: string;
  readonly stems: readonly string[];
}

/**
 * Whether a question walks an edge in the given way, with its arrow or against it, as far as its grammar tells. `at` is
 * where the thing that the step starts from stands in the question: in “who manages Bo?” Bo is managed, in “whom does Bo
 * manage?” he manages. What holds between two (`works with`, `married to`) is walked either way.
 */
export function goesAsAsked(word: QuestionWord, { text }: RelationText, at: number, forward: boolean): boolean {
  const words = nameTokens(text);
  return isMutual(words) || walksForward(word, words, at) === forward;
}

/** Whether that is certain. Of a noun alone (`owner`, `capital`) custom tells which end of the edge is which. */
export function isCertain(word: QuestionWord, { text }: RelationText): boolean {
  return word.use !== 'noun' || nameTokens(text).some((one) => one === 'of' || one === 'by' || prepositions.has(one));
}

function walksForward(word: QuestionWord, words: readonly string[], at: number): boolean {
  const passive = words.includes('by');
  const ofNoun = words.includes('of');
  const agentAsked = isAgent(word.word) && word.use !== 'active';
  // Of a verb that ends like one (`monitors`) the same word is no agent.
  const agentStored = words.some((one) => isAgent(one) && (agentAsked || stem(one) !== stem(word.word)));
  // “The owner of X”: stored as X –owner→ Y, as Y –owner of→ X, as Y –owns→ X or as X –owned by→ Y. In “what is Y the
  // owner of?” the named thing is the owner.
  if (agentAsked) return (agentStored ? !ofNoun : passive) !== (word.next === 'of' && at < word.at);
  // “The capital of X”, “the timeout for X”.
  if (word.use === 'noun' && at > word.at) return !ofNoun;
  if (ofNoun && word.next !== 'of') return at > word.at;
  // What a preposition ties (`depends on`, `is located in`) has its subject before it, whatever the voice.
  if (!passive && word.next !== 'by' && words.some((one) => prepositions.has(one))) return at < word.at;
  const startIsObject = at > word.at !== (word.use === 'passive');
  return agentStored ? startIsObject : startIsObject === passive;
}

/** Who does something: owner, director. */
function isAgent(word: string): boolean {
  return /\p{L}{2}(?:er|or)s?$/u.test(word);
}

function isMutual(words: readonly string[]): boolean {
  return words.some((word) => word === 'with' || mutual.has(word));
}

const prepositions = new Set('on in at to for from under into onto over through via within against about'.split(' '));

/** Words for what each of two is to the other. */
const mutualWords =
  'married spouse sibling twin partner friend colleague neighbour neighbor adjacent equivalent related connected linked';
const mutual = new Set(mutualWords.split(' ').flatMap((word) => [word, `${word}s`, ...relationStems(word)]));
