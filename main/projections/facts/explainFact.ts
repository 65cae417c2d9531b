import type { FactAssertion } from '../../contract/facts.ts';
import type { MethodResult } from '../../contract/methods.ts';
import { toInstant } from '../../contract/time.ts';
import { wordsOfFact } from '../items/itemOfEvent.ts';
import type { WordGraph } from '../items/wordGraph.ts';
import type { ResolvedSlot } from './factReads.ts';
import { factStandings } from './factStandings.ts';

interface Explained {
  readonly resolved: ResolvedSlot;
  readonly factId: string;
  readonly chain: readonly FactAssertion[];
  readonly graph: WordGraph;
  readonly dependents: readonly string[];
  readonly now: number;
}

/** Why a fact stands or not; null where it was not known in the frame. */
export function explain(explained: Explained): MethodResult<'facts.explain'> | null {
  const { factId, chain, dependents } = explained;
  const fact = chain.find((one) => one.factId === factId);
  if (fact === undefined) return null;
  const sentence = sentenceAbout(fact, explained);
  return { fact, chain: [...chain], words: wordsOf(explained), dependents: [...dependents], sentence };
}

/** Everything that is said of the links of the chain and of those who say it, in the order in which it became known. */
function wordsOf({ resolved, graph }: Explained): MethodResult<'facts.explain'>['words'] {
  const { denials, successions } = resolved.verdicts;
  const keyOf = (by: string, relation: string, target: string) => JSON.stringify([by, relation, target]);
  const inForce = new Set(
    [...denials, ...[...successions.values()].flat()].map(({ by, relation, target }) => keyOf(by, relation, target)),
  );
  const knownAt = new Map(graph.witnesses.map(({ id, knownAt }) => [id, knownAt]));
  return graph.words
    .flatMap(({ by, relation, target }) => {
      const known = knownAt.get(by);
      if (known === undefined) return [];
      return [{ by, relation, target, known, inForce: inForce.has(keyOf(by, relation, target)) }];
    })
    .sort(
      (a, b) => a.known - b.known || (keyOf(a.by, a.relation, a.target) < keyOf(b.by, b.relation, b.target) ? -1 : 1),
    )
    .map(({ known, ...word }) => ({ ...word, knownAt: toInstant(known) }));
}

function sentenceAbout(fact: FactAssertion, { resolved, now, chain }: Explained): string {
  const said = `“${wordsOfFact(fact)}”, said by ${fact.sourceId} (${fact.band}, known since ${fact.knownAt}),`;
  const fate = resolved.verdicts.fates.get(fact.factId);
  const by = fate?.by ? ` by ${fate.by}` : '';
  if (fact.status === 'corrected') return `${said} was never true: corrected${by}${saidInstead(fate?.by, chain)}.`;
  if (fact.status === 'retracted') return `${said} was taken back${by}.`;
  if (fact.status === 'distrusted') return `${said} is not believed${by === '' ? '' : `: distrusted${by}`}.`;
  if (fact.status === 'unsupported') return `${said} fell with everything that it was concluded from.`;
  const row = resolved.rows.find(({ id }) => id === fact.factId);
  if (row === undefined) return `${said} is not known in this frame.`;
  const { currentness, by: decides, fact: believed, contradicts } = factStandings(resolved, now)(row);
  const from = toInstant(believed?.validFrom ?? row.validFrom);
  const to = toInstant(believed === null ? row.validTo : believed.validTo);
  const instead = decides === null ? '' : ` by ${decides}${saidInstead(decides, chain)}`;
  const disputed = contradicts.length === 0 ? '' : ` It is contested by ${contradicts.join(', ')}.`;
  if (currentness === 'current') {
    if (row.denial === 'never') return `${said} stands.${disputed}`;
    if (to !== null && Date.parse(to) <= now)
      return `${said} held from ${from} until ${to}, and holds again.${disputed}`;
    return `${said} holds since ${from}${to === null ? '' : ` and until ${to}`}.${disputed}`;
  }
  if (currentness === 'not-yet-valid') return `${said} holds only from ${fact.validFrom} on.`;
  if (currentness === 'contested') return `${said} contests a stronger statement and does not win${instead}.`;
  if (fact.status === 'superseded') return `${said} is superseded in its whole time${instead}.`;
  const held = to === null ? `held from ${from}` : `held from ${from} until ${to}`;
  if (currentness === 'expired') return `${said} ${held}; nothing took its place.`;
  const ended = chain.some(({ factId, holds }) => factId === decides && holds !== null);
  return `${said} ${held}; ${ended ? 'ended' : 'replaced'}${instead}.`;
}

/** What the one who decides says, and whose word it is. */
function saidInstead(factId: string | null | undefined, chain: readonly FactAssertion[]): string {
  const other = chain.find((one) => one.factId === factId);
  if (other === undefined) return '';
  return other.holds === null ? ` (“${other.object}”)` : ` (“${wordsOfFact(other)}”, said by ${other.sourceId})`;
}
