import type {
  AssertionStatus,
  AuthorityBand,
  Dropped,
  EpisodeSignals,
  EscalationCause,
  EventType,
  EvidenceResult,
  ForcedPath,
  ImportFormat,
  ItemKind,
  Need,
  PacketStatus,
  RetrievalPath,
  StageName,
  TraceStage,
  UseSign,
  UseState,
  VerifyReason,
} from '../main/contract/index.ts';

/** The window's words for the contract's names, in one place. A name that the contract gains is missed here by the compiler, not by a reader. */
export const statusWords: Record<PacketStatus, { readonly title: string; readonly meaning: string }> = {
  found: { title: 'Found', meaning: 'Evidence that answers the question.' },
  weak: { title: 'Weak evidence', meaning: 'Something matches, but something is missing.' },
  none: { title: 'Nothing known', meaning: 'Every applicable path was searched; no memory qualifies.' },
  could_not_look: {
    title: 'Could not look',
    meaning: 'A path failed, lagged or ran out of time. That nothing is known does not follow.',
  },
};

const stageWords: Record<StageName, { readonly short: string; readonly meaning: string }> = {
  need_detected: { short: 'Need', meaning: 'What kind of answer the question asks for.' },
  route_selected: { short: 'Route', meaning: 'Which paths the router sends it along, and why.' },
  query_generated: { short: 'Query', meaning: 'The question as the paths are asked it.' },
  candidates_retrieved: { short: 'Retrieve', meaning: 'Each path proposes candidates, side by side.' },
  fused: { short: 'Fuse', meaning: 'The paths’ lists become one; labels are kept.' },
  temporal_filter: { short: 'Validity', meaning: 'What was superseded, expired or taken back is set aside.' },
  authority_filter: { short: 'Authority', meaning: 'What is distrusted or contradicted from above is set aside.' },
  evidence_selected: { short: 'Select', meaning: 'The list is cut to k, after validity.' },
  context_inserted: { short: 'Packet', meaning: 'Evidence is excerpted to the token budget and handed over.' },
};

/** A stage that runs in several steps names the step: each gets a box of its own. */
export function stageName({ stage, detail }: TraceStage): { readonly short: string; readonly meaning: string } {
  return (typeof detail.step === 'string' ? stepWords[detail.step] : undefined) ?? stageWords[stage];
}

const stepWords: Readonly<Record<string, { readonly short: string; readonly meaning: string }>> = {
  cut: { short: 'Select', meaning: 'The list is cut to k, after validity.' },
  confidence: { short: 'Confidence', meaning: 'How far the evidence answers: found, weak, none or could not look.' },
};

export const pathWords: Record<ForcedPath, { readonly name: string; readonly meaning: string }> = {
  search: { name: 'search', meaning: 'Exact words and identifiers (BM25)' },
  recall: { name: 'recall', meaning: 'Meaning (embedding neighbours)' },
  associate: { name: 'associate', meaning: 'What belongs to the things that are named' },
  graph: { name: 'graph', meaning: 'Relations walked step by step from the things that are named' },
  causal: { name: 'causal', meaning: 'Recorded causes and effects' },
  temporal: { name: 'temporal', meaning: 'Facts by the time that is asked about' },
  fused: { name: 'fused', meaning: 'All paths, their ranks fused' },
};

/** All six, in the order in which the window shows them. */
export const retrievalPaths: readonly RetrievalPath[] = [
  'search',
  'recall',
  'associate',
  'graph',
  'causal',
  'temporal',
];

export const needWords: Record<Need, string> = {
  current_fact: 'a present fact',
  historical_fact: 'a past fact',
  what_happened: 'what happened',
  how_to: 'how to do something',
  commitment: 'a commitment',
  source_wording: 'a source’s wording',
  association: 'an association',
  multi_hop: 'a chain of relations',
  cause: 'a cause',
  identifier: 'an identifier',
  concept: 'a concept',
  mixed: 'a mixed question',
};

/** Why further paths were asked. */
export const escalationWords: Record<EscalationCause, string> = {
  nothing: 'since nothing qualified',
  weak: 'since something was missing',
  blind: 'since a path could not look',
  conflict: 'since the evidence disagreed',
};

export const dropWords: Record<Dropped['reason'], string> = {
  superseded: 'superseded',
  contested: 'contests a stronger source',
  earlier: 'an earlier value of several',
  expired: 'expired',
  retracted: 'taken back',
  'not-yet-valid': 'not valid yet',
  'not-known-then': 'not known then',
  distrusted: 'distrusted',
  'below-floor': 'scored too low',
  'beyond-k': 'ranked after the last result asked for',
  'over-budget': 'no room in the token budget',
  'same-text': 'same text as another result',
  'other-time': 'happened at another time than the one asked for',
};

export const signWords: Record<UseSign, string> = {
  id: 'its id',
  quote: 'a quotation',
  identifier: 'an identifier',
  date: 'a date',
  quantity: 'a figure',
  value: 'a value',
  name: 'a name',
};

export const useWords: Record<UseState, string> = {
  'nothing-shown': 'nothing was shown',
  unfollowed: 'asked by the operator',
  open: 'no word yet',
  reported: 'reported',
  observed: 'observed in the answer',
  untraced: 'an answer came, and no result was found in it',
  unreported: 'closed without a word',
};

export const eventWords: Record<EventType, string> = {
  observation: 'observation',
  user_statement: 'user statement',
  tool_result: 'tool result',
  action: 'action',
  fact_asserted: 'fact',
  fact_corrected: 'correction',
  edge_asserted: 'relation',
  cause_asserted: 'cause',
  cause_overturned: 'cause overturned',
  episode: 'episode',
  extraction: 'extraction',
  retraction: 'retraction',
  alias: 'alias',
  entity_merged: 'entities joined',
  entity_split: 'entity split',
  document: 'document',
  import: 'import',
  evidence_use: 'evidence use',
  model_read: 'read by a model',
  tombstone: 'tombstone',
};

export const kindWords: Record<ItemKind, string> = {
  memory: 'memory',
  turn: 'turn',
  document: 'document',
  chunk: 'passage',
  episode: 'episode',
  fact: 'fact',
  edge: 'relation',
  cause: 'cause',
  lesson: 'lesson',
  skill: 'skill',
  intention: 'intention',
};

export const currentnessWords: Record<EvidenceResult['memoryStatus']['currentness'], string> = {
  current: 'current',
  earlier: 'an earlier value of several',
  superseded: 'superseded',
  contested: 'contests a stronger source',
  expired: 'expired',
  retracted: 'taken back',
  'not-yet-valid': 'not valid yet',
  distrusted: 'distrusted',
};

/** Why a memory is to be checked before it is relied on. */
export const verifyWords: Record<VerifyReason, string> = {
  volatile: 'such things change without telling memory',
  'past-horizon': 'not said again for longer than such things last',
  contested: 'something in memory disagrees',
  'about-to-act': 'something is about to be changed by it',
  'failed-before': 'relying on it went wrong before',
  'source-changed': 'what it was taken from has changed',
};

/** What became of an assertion; what is struck was believed once and is not any more. */
export const assertionWords: Record<AssertionStatus, { readonly name: string; readonly struck: boolean }> = {
  standing: { name: 'standing', struck: false },
  superseded: { name: 'superseded', struck: false },
  contested: { name: 'contested', struck: false },
  corrected: { name: 'corrected: never true', struck: true },
  retracted: { name: 'taken back', struck: true },
  distrusted: { name: 'distrusted', struck: true },
  unsupported: { name: 'unsupported: what it rested on is gone', struck: true },
};

export const bandWords: Record<AuthorityBand, string> = {
  authoritative: 'authoritative source',
  ordinary: 'ordinary source',
  weak: 'weak source',
};

export const signalWords: Record<keyof EpisodeSignals, string> = {
  lexical: 'words',
  embedding: 'meaning',
  timeProximity: 'near in time',
  sharedGoal: 'same goal',
  sharedEntities: 'shared names',
  causalLink: 'causal link',
  outcome: 'outcome',
  salience: 'salience',
};

export const formatWords: Record<ImportFormat, string> = {
  pmem: 'Piper exchange (.pmem.jsonl)',
  markdown: 'Markdown',
  text: 'plain text',
  locomo: 'LoCoMo conversations',
};

/** `entity-unknown`, `bm25Score` → `entity unknown`, `bm25 score`: for names that the engine may add to. */
export function plainWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .toLowerCase();
}
