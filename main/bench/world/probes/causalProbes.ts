import type { ProbeMode } from '../../../contract/bench.ts';
import { monthOf, someDate } from '../calendar.ts';
import type { Incident } from '../model.ts';
import type { Random } from '../random.ts';
import type { Told } from '../teller.ts';
import { incidentWords } from '../voices/incidentQuestions.ts';
import { type Desk, type Draft, some, takeShares } from './draft.ts';

/** E: what is on record as cause or effect, forwards and backwards, some of it over two links. */
export function causalDrafts(desk: Desk, count: number): Draft[] {
  const incidents = desk.division.incidents;
  const chains = incidents.filter(({ root }) => root);
  const single = desk.random.shuffle(incidents.filter(({ cause, root }) => cause && !root));
  return takeShares(desk, count, [
    [12, single.slice(0, 13).map((incident) => causalDraft(desk, 'causeOf', incident, [incident.cause]))],
    [6, single.slice(-7).map((incident) => causalDraft(desk, 'effectOf', incident, [incident.cause]))],
    [4, chains.map((incident) => causalDraft(desk, 'rootOf', incident, [incident.cause, incident.root]))],
    [4, chains.map((incident) => causalDraft(desk, 'sequelOf', incident, [incident.sequel]))],
    [2, chains.map((incident) => causalDraft(desk, 'directOfSequel', incident, [incident.sequel]))],
    [2, chains.map((incident) => originOfSequel(desk, incident))],
  ]);
}

export function incidentSlots(random: Random, { story, component, at }: Incident): Record<string, string> {
  return { ...incidentWords(story, component), c: component, ...timeOf(random, at) };
}

/** From what it led to, back to the first cause. */
function originOfSequel(desk: Desk, incident: Incident): Draft {
  return causalDraft(desk, 'originOfSequel', incident, [incident.sequel, incident.cause, incident.root]);
}

/** The month and the day on which something went wrong, as a question may give them. */
export function timeOf(random: Random, at: number): { readonly month: string; readonly day: string } {
  return { month: monthOf(at), day: someDate(random, at) };
}

function causalDraft(desk: Desk, intent: string, incident: Incident, evidence: readonly (Told | null)[]): Draft {
  const gold = evidence.filter((told) => told !== null);
  const stale = [incident.wrong].filter((told) => told !== null);
  const corrected = stale.length > 0 && intent === 'causeOf';
  const mode: ProbeMode = corrected ? 'current' : 'open';
  return {
    family: 'E',
    intent,
    slots: incidentSlots(desk.random, incident),
    mode,
    gold,
    ...(corrected ? { stale } : {}),
    negatives: incidentNegatives(desk, incident, gold),
    names: intent.endsWith('OfSequel') ? [] : [incident.component],
    hops: gold.length,
  };
}

/** What else happened there and then, what was wrongly blamed, and what went wrong elsewhere. */
export function incidentNegatives(desk: Desk, incident: Incident, gold: readonly Told[]) {
  const elsewhere = desk.division.incidents.filter((other) => other !== incident);
  return {
    causal: some(desk, [incident.beside, incident.wrong, incident.overturned], gold),
    lexical: some(desk, [incident.seen, incident.beside], gold),
    semantic: some(
      desk,
      elsewhere.map(({ cause }) => cause),
      gold,
    ),
    entity: some(desk, desk.about(incident.component), gold),
    ...(incident.wrong ? { stale: some(desk, [incident.wrong], gold) } : {}),
  };
}
