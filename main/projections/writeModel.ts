import { setImmediate } from 'node:timers/promises';
import { canonicalJson } from '../base/hash.ts';
import type { AppendOutcome, EventDraft, LedgerEvent } from '../ledger/event.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { payloadBody } from '../ledger/row.ts';
import { itemKey } from './items/item.ts';
import { broughtId, itemIdOf } from './items/itemOfEvent.ts';
import type { ItemReads } from './items/itemReads.ts';
import type { OnProgress, Projector } from './projector.ts';

/** How far the projections are behind the ledger, and the error that keeps them there. */
export interface Behind {
  readonly events: number;
  readonly error: unknown;
}

export interface RebuildReport {
  readonly events: number;
  readonly items: number;
  /**
   * Over all rows but vectors, both at the event at which the rebuild began: what is written meanwhile is in neither.
   * `unreadable` when the old rows could not be read or caught up.
   */
  readonly digestBefore: string;
  readonly digestAfter: string;
}

/** One write, end to end: the ledger first, then the projections. Every draft gets its own outcome, in order. */
export interface WriteModel {
  /**
   * Durable when it returns. The same draft under the id that it bears already is a `duplicate` of the first; another
   * one under a taken id, or a conflicting key, refuses its own draft only; an invalid draft or a full
   * disk throws (PiperError) and nothing of the batch is written. Should the projections fail, what was written is
   * acknowledged all the same, and `behind()` tells.
   */
  append(drafts: readonly EventDraft[]): AppendOutcome[];
  /** `error` is null as long as nothing went wrong: then the projections are on their way. */
  behind(): Behind;
  /** Follows the ledger to its head in small steps, between which appends go on; how many events there were. */
  catchUp(onProgress?: OnProgress): Promise<number>;
  /** Throws every projection away and makes it again, in small steps as above. */
  rebuild(onProgress?: OnProgress): Promise<RebuildReport>;
}

interface WriteModelParts {
  readonly ledger: Pick<Ledger, 'append' | 'get' | 'head'>;
  readonly projector: Projector;
  /** Over the writer's own connection, so that it sees what was just written. */
  readonly items: Pick<ItemReads, 'owner' | 'total'>;
}

/** A draft and what became of it, by its place in the batch. */
interface Placed {
  readonly draft: EventDraft;
  readonly place: number;
}
interface Answered {
  readonly place: number;
  readonly outcome: AppendOutcome;
}

export function openWriteModel({ ledger, projector, items }: WriteModelParts): WriteModel {
  /** Ids that were written but are in no projection yet, with their events. */
  const unprojected = new Map<string, string>();
  let failure: unknown = null;
  let replaying = false;
  let jobs: Promise<unknown> = Promise.resolve();

  function append(drafts: readonly EventDraft[]): AppendOutcome[] {
    const outcomes: AppendOutcome[] = [];
    // Two drafts of one batch may bring the same id: the second is looked at once the fate of the first is known.
    for (let open = drafts.map((draft, place) => ({ draft, place })); open.length > 0; ) {
      const { answered, now, later } = sift(open);
      for (const { place, outcome } of [...answered, ...write(now)]) outcomes[place] = outcome;
      open = later;
    }
    return outcomes;
  }

  /** Answers drafts whose id is taken, and puts off those whose id another draft of this round claims. */
  function sift(drafts: readonly Placed[]): { answered: Answered[]; now: Placed[]; later: Placed[] } {
    const claimed = new Set<string>();
    const answered: Answered[] = [];
    const now: Placed[] = [];
    const later: Placed[] = [];
    for (const placed of drafts) {
      const { draft, place } = placed;
      const id = broughtId(draft)?.toWellFormed() ?? null;
      if (id === null) {
        now.push(placed);
        continue;
      }
      const key = itemKey({ namespace: draft.namespace, itemId: id });
      if (claimed.has(key)) {
        later.push(placed);
        continue;
      }
      const owner = ownerOf(draft.namespace, id);
      if (owner === null) claimed.add(key);
      if (owner === null || isRepetition(draft, owner)) now.push(placed);
      else answered.push({ place, outcome: firstOf(draft, owner) ?? idTaken(draft.namespace, id) });
    }
    return { answered, now, later };
  }

  function ownerOf(namespace: string, itemId: string): string | null {
    const waiting = unprojected.get(itemKey({ namespace: namespace, itemId }));
    if (waiting !== undefined) return waiting;
    try {
      return items.owner(namespace, itemId);
    } catch (error) {
      // A damaged memory.db must not stop a write: the items projection settles who keeps the id.
      failure = error;
      return null;
    }
  }

  /** Whether the ledger knows this key as the event that holds the id: then it says `duplicate` or conflict itself. */
  function isRepetition(draft: EventDraft, owner: string): boolean {
    if (draft.idempotencyKey === undefined) return false;
    const event = ledger.get(owner);
    return event?.idempotencyKey === draft.idempotencyKey.toWellFormed() && event.actor === draft.actor.toWellFormed();
  }

  /** The event that holds the draft's id, where it says just what the draft says; else null. */
  function firstOf(draft: EventDraft, owner: string): AppendOutcome | null {
    const event = ledger.get(owner);
    if (event === null || !saysTheSame(draft, event)) return null;
    const { seq, eventId, recordedAt } = event;
    return { status: 'duplicate', event: { seq, eventId, recordedAt }, itemId: itemIdOf(event), extracted: 0 };
  }

  function write(drafts: readonly Placed[]): Answered[] {
    if (drafts.length === 0) return [];
    const results = ledger.append(drafts.map(({ draft }) => draft));
    project(results.flatMap((result) => (result.status === 'appended' ? [result.event, ...result.followed] : [])));
    return drafts.map(({ place }, index) => {
      const result = results[index];
      if (result === undefined) throw new Error('the ledger gave fewer outcomes than it was given drafts');
      if (result.status === 'refused') return { place, outcome: result };
      const { seq, eventId, recordedAt } = result.event;
      const itemId = itemIdOf(result.event);
      const extracted = result.followed.length;
      return { place, outcome: { status: result.status, event: { seq, eventId, recordedAt }, itemId, extracted } };
    });
  }

  /** From here on the events are durable, so that no failure may turn the write into an error. */
  function project(events: readonly LedgerEvent[]): void {
    const [first] = events;
    if (first === undefined) return;
    for (const event of events) {
      const itemId = itemIdOf(event);
      if (itemId !== null) unprojected.set(itemKey({ namespace: event.namespace, itemId }), event.eventId);
    }
    if (replaying) return;
    try {
      if (projector.position() === first.seq - 1) projector.apply(events);
      else projector.catchUp();
      caughtUp();
    } catch (error) {
      failure = error;
    }
  }

  function caughtUp(): void {
    unprojected.clear();
    failure = null;
  }

  /** Runs one long job after the other: a rebuild does not begin in the middle of a catching up. */
  function enqueue<T>(job: () => Promise<T>): Promise<T> {
    const result = jobs.then(job);
    jobs = result.catch(() => undefined);
    return result;
  }

  async function catchUp(onProgress?: OnProgress): Promise<number> {
    replaying = true;
    try {
      const done = await follow(onProgress);
      caughtUp();
      return done;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      replaying = false;
    }
  }

  async function follow(onProgress?: OnProgress, until?: number): Promise<number> {
    const from = projector.position();
    const total = (until ?? ledger.head().seq) - from;
    let done = 0;
    // No pause after the last step: an append in it would wait for nobody.
    for (let applied = projector.step(500, until); applied > 0; applied = projector.step(500, until)) {
      done += applied;
      onProgress?.({ done, total: Math.max(total, done) });
      await setImmediate();
    }
    return done;
  }

  async function rebuild(onProgress?: OnProgress): Promise<RebuildReport> {
    const digestBefore = await digestAtHead();
    const events = ledger.head().seq;
    replaying = true;
    try {
      projector.truncateAll();
      await follow(onProgress, events);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      replaying = false;
    }
    const report = { events, items: items.total(), digestBefore, digestAfter: projector.digest() };
    await catchUp();
    return report;
  }

  /** A rebuild is also the remedy for projections that cannot be read or caught up any more. */
  async function digestAtHead(): Promise<string> {
    try {
      await catchUp();
      return projector.digest();
    } catch {
      return 'unreadable';
    }
  }

  return {
    append,
    behind: () => ({ events: projector.behind(), error: failure }),
    catchUp: (onProgress) => enqueue(() => catchUp(onProgress)),
    rebuild: (onProgress) => enqueue(() => rebuild(onProgress)),
  };
}

/** Who says it and when does not matter; what is said, of when, from where and for whose eyes does. */
function saysTheSame(draft: EventDraft, event: LedgerEvent): boolean {
  return (
    draft.eventType === event.eventType &&
    (draft.sourceRef?.toWellFormed() ?? null) === event.sourceRef &&
    draft.privacyClass === event.privacyClass &&
    draft.retentionClass === event.retentionClass &&
    (draft.occurredAt ?? event.occurredAt) === event.occurredAt &&
    (draft.knownAt ?? event.knownAt) === event.knownAt &&
    bodyOf(draft) === canonicalJson(event.payload)
  );
}

/** Null for what is nested too deeply to be rendered: the ledger refuses it with its reason. */
function bodyOf({ payload }: EventDraft): string | null {
  try {
    return payloadBody(payload);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function idTaken(namespace: string, itemId: string): AppendOutcome {
  return {
    status: 'refused',
    code: 'id-taken',
    message: `The id ${JSON.stringify(itemId)} is taken in the namespace ${JSON.stringify(namespace)}.`,
    remedy:
      'Leave the id out to be given a new one, choose another, or write the new version under its own id and name this one in `supersedes`.',
  };
}
