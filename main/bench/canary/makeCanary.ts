import { mulberry32 } from '../../base/mulberry32.ts';
import type { Probe } from '../../contract/bench.ts';
import type { Caller, MethodParams, MethodResult } from '../../contract/methods.ts';
import { toInstant } from '../../contract/time.ts';
import { dayMs } from '../convert/convertedSet.ts';
import { checkPlace, writeBenchmark } from '../convert/writeBenchmark.ts';
import { badBenchmark } from '../run/checkBenchmark.ts';
import { absentSlots } from './absentSlots.ts';
import { type ChangedSlot, changedSlot, disputedSlots, type SlotName } from './changedSlots.ts';
import { type phrasings, word, wordingsFor } from './phrasings.ts';
import { readNamespace } from './readNamespace.ts';

/** What the `about.json` of every canary names as its source. */
export const canarySource = 'this store’s own ledger';

/**
 * Makes a benchmark folder of a namespace of this store: its own facts that changed, asked as they are now and as they
 * were, and facts that nobody ever stated. Only reads; gold goes into the folder and nowhere else. The same seed over
 * the same ledger gives the same folder.
 *
 * @param caller an operator's
 */
export async function makeCanary(
  caller: Caller,
  { destination, namespace, limit, seed }: MethodParams<'bench.canary'>,
): Promise<MethodResult<'bench.canary'>> {
  checkPlace(destination);
  const copy = await readNamespace(caller, namespace);
  const corpus = new Map(copy.objects.map((object) => [object.id ?? '', object]));
  const now = copy.lastRecordedAt + 60_000;
  const draw = drawing(mulberry32(seed));
  const frame = { namespace, now: toInstant(now), timeZone: 'UTC' };
  const changed: Probe[] = [];
  // Two fifths current, two fifths as-of, one fifth without an answer, as far as there are such.
  const absentShare = Math.floor(limit / 5);
  for (const slot of draw.shuffle(disputedSlots(copy.facts))) {
    if (changed.length >= limit - absentShare) break;
    const known = await changedSlot(caller, namespace, slot, { corpus, now });
    if (known !== null) changed.push(...probesOf(known, frame, draw));
  }
  if (changed.length === 0) {
    throw badBenchmark(
      `No fact of the namespace ${JSON.stringify(namespace)} has changed, so that there is nothing to ask.`,
      'piper-memory fact list shows what is known there; name another namespace, or try again when something has changed.',
    );
  }
  const absent: Probe[] = [];
  for await (const slot of absentSlots(caller, namespace, copy, draw.shuffle)) {
    if (absent.length >= absentShare) break;
    absent.push(absentProbe(slot, frame, draw));
  }
  const asked = [...changed.slice(0, limit - absentShare), ...absent];
  const probes = asked.map((probe, at) => ({ ...probe, id: `canary-${at + 1}` }));
  const about = {
    name: `Canary of ${namespace}`,
    source: canarySource,
    licence: 'private: it is a copy of your memory, gone when something is erased there; a copy of this folder stays',
    seed,
  };
  writeBenchmark(destination, { about, objects: copy.objects, probes });
  return { folder: destination, objects: copy.objects.length, probes: probes.length };
}

type Frame = Pick<Probe, 'namespace' | 'now' | 'timeZone'>;
type Drawing = ReturnType<typeof drawing>;

function drawing(random: () => number) {
  return {
    pick: <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)],
    shuffle: <T>(from: readonly T[]): T[] =>
      from
        .map((one) => [random(), one] as const)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one),
  };
}

/** Asks for what holds, and for one earlier value on a day that lies wholly in its time. */
function probesOf(slot: ChangedSlot, frame: Frame, draw: Drawing): Probe[] {
  const { past, current } = slot;
  const gold = [...current.gold];
  const before = idsOf(past).filter((id) => !gold.includes(id));
  const query = phrase('current', slot, draw);
  const probes: Probe[] = [
    { ...frame, ...query, id: 'current', family: 'F', mode: 'current', gold, stale: before, negatives: {} },
  ];
  const then = draw.pick(past.filter((one) => one.gold.length === 1 && dayWithin(one) !== null));
  const day = then === undefined ? null : dayWithin(then);
  if (then !== undefined && day !== null) {
    const gold = [...then.gold];
    const temporal = idsOf([...past, current]).filter((id) => !gold.includes(id));
    const asked = phrase('asof', slot, draw, day);
    probes.push({
      ...frame,
      ...asked,
      id: 'asof',
      family: 'F',
      mode: 'asof',
      gold,
      stale: [],
      negatives: { temporal },
    });
  }
  return probes;
}

function absentProbe(slot: SlotName, frame: Frame, draw: Drawing): Probe {
  const query = phrase('current', slot, draw);
  return { ...frame, ...query, id: 'absent', family: 'H', mode: 'null', gold: [], stale: [], negatives: {} };
}

function phrase(mode: keyof typeof phrasings, slot: SlotName, draw: Drawing, day?: string) {
  const phrasing = draw.pick(wordingsFor(mode, slot.predicate)) ?? '';
  return { query: word(phrasing, { ...slot, ...(day === undefined ? {} : { day }) }), about: { phrasing } };
}

function idsOf(held: readonly { readonly gold: readonly string[] }[]): string[] {
  return [...new Set(held.flatMap(({ gold }) => gold))];
}

/** The middle day (UTC) of those that lie wholly within a span, as “2026-03-04”; null where there is none. */
function dayWithin({ from, to }: { readonly from: number | null; readonly to: number | null }): string | null {
  if (from === null || to === null) return null;
  const first = Math.ceil(from / dayMs);
  const last = Math.floor(to / dayMs) - 1;
  return first > last ? null : toInstant(Math.floor((first + last) / 2) * dayMs).slice(0, 10);
}
