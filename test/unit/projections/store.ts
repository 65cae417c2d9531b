import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fixedClock } from '../../../main/base/clock.ts';
import { uuidv7 } from '../../../main/base/ids.ts';
import type { DocumentPayload } from '../../../main/contract/events.ts';
import type { MemoryObject } from '../../../main/contract/memory.ts';
import type { EventDraft } from '../../../main/ledger/event.ts';
import { type Ledger, openLedger } from '../../../main/ledger/ledger.ts';
import { openDocuments } from '../../../main/projections/documents/documents.ts';
import { openTurns } from '../../../main/projections/documents/turns.ts';
import { type ItemReads, openItemReads } from '../../../main/projections/items/itemReads.ts';
import { openItems } from '../../../main/projections/items/items.ts';
import { openSupersessions } from '../../../main/projections/items/supersessions.ts';
import { openWordGraph } from '../../../main/projections/items/wordGraph.ts';
import type { Projection } from '../../../main/projections/projection.ts';
import { openProjector, type Projector } from '../../../main/projections/projector.ts';
import { openWriteModel, type WriteModel } from '../../../main/projections/writeModel.ts';
import { checkpoint, type Database, openDatabase } from '../../../main/store/sqlite.ts';

export interface TestStore {
  readonly dir: string;
  readonly memory: Database;
  readonly ledger: Ledger;
  readonly projector: Projector;
  readonly items: ItemReads;
  readonly writes: WriteModel;
  /** Erases an event's payload and lets the projections follow. */
  erase(eventId: string, itemIds: readonly string[], namespace?: string): void;
  checkpoint(): void;
  /** What is said of an item, in the order in which it takes effect. */
  said(itemId: string, namespace?: string): { by: string; relation: string; from: number }[];
}

/** The projections of this folder, in the order in which they build on each other. */
export function openProjections(memory: Database): Projection[] {
  return [openItems(memory), openSupersessions(memory), openDocuments(memory), openTurns(memory)];
}

/** A real ledger and memory in a temporary directory, gone when the test ends. `extra` projections come after ours. */
export function openTestStore(extra: (memory: Database) => Projection[] = () => []): TestStore {
  const dir = mkdtempSync(join(tmpdir(), 'projections-'));
  const clock = fixedClock(Date.UTC(2026, 0, 1));
  let count = 0;
  const random = (bytes: number) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUInt32BE(++count, bytes - 4);
    return buffer;
  };
  const ledgerDb = openDatabase(join(dir, 'ledger.db'), {
    role: 'writer',
    synchronous: 'NORMAL',
    migrations: 'ledger',
  });
  const memory = openDatabase(join(dir, 'memory.db'), { role: 'writer', synchronous: 'NORMAL', migrations: 'memory' });
  const ledger = openLedger(ledgerDb, { clock, ids: uuidv7(clock, random), random });
  const projector = openProjector(memory, [...openProjections(memory), ...extra(memory)], ledger);
  const items = openItemReads(memory);
  onTestFinished(() => {
    memory.close();
    ledgerDb.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    dir,
    memory,
    ledger,
    projector,
    items,
    writes: openWriteModel({ ledger, projector, items }),
    erase(eventId, itemIds, namespace = 'default') {
      const payload = { eventId, itemIds: [...itemIds], reason: 'asked for' };
      ledger.erase(eventId, { ...frame('tombstone', namespace), eventType: 'tombstone', payload });
      projector.catchUp();
    },
    said: (itemId, namespace = 'default') =>
      openWordGraph(memory)(namespace, [itemId], { knownAt: null })
        .words.filter(({ target }) => target === itemId)
        .map(({ by, relation, from }) => ({ by, relation, from }))
        .toSorted((a, b) => a.from - b.from),
    checkpoint() {
      checkpoint(ledgerDb);
      checkpoint(memory);
    },
  };
}

function frame(sourceType: string, namespace: string) {
  return { actor: 'tester', sourceType, privacyClass: 'internal', retentionClass: 'keep', namespace } as const;
}

/** A memory event. */
export function memory(payload: MemoryObject, extra: Partial<EventDraft> = {}): EventDraft {
  return { ...frame('agent', 'default'), eventType: 'observation', payload, ...extra };
}

/** A document event; `sourceRef` is where it came from. */
export function document(
  payload: Partial<DocumentPayload> & { id: string },
  extra: Partial<EventDraft> = {},
): EventDraft {
  const whole = { title: 'Notes', text: 'words', mediaType: 'text/markdown', ...payload } as const;
  return { ...frame('import', 'default'), eventType: 'document', payload: whole, ...extra };
}

/** A turn of a conversation. */
export function turn(id: string, thread: string, position: number, text = `words of ${id}`): EventDraft {
  return memory({ id, thread, position, text });
}
