import type { FactStructure } from '../../../../main/contract/memory.ts';
import { openEntities } from '../../../../main/projections/entities/entities.ts';
import { openFacts } from '../../../../main/projections/facts/facts.ts';
import { openSubjectTerms } from '../../../../main/projections/facts/subjectTerms.ts';
import type { PathQuery } from '../../../../main/retrievers/path.ts';
import { openTemporal } from '../../../../main/retrievers/temporal/temporal.ts';
import { memory, openTestStore } from '../../projections/store.ts';

/** The asker's present in these tests. */
export const now = Date.UTC(2026, 9, 1, 12);

interface Said extends FactStructure {
  readonly id: string;
  readonly known?: string;
  readonly text?: string;
  readonly corrects?: string[];
  readonly retracts?: string[];
  readonly derivedFrom?: string[];
}

/** A real store with its facts, and the path over it. */
export function open() {
  const store = openTestStore((db) => [openFacts(db), openSubjectTerms(db), openEntities(db)]);
  const temporal = openTemporal(store.memory).retrieve;
  const itemIdOf = store.memory.prepare<[number], string>('SELECT item_id FROM items WHERE rowid = ?').pluck();
  return {
    ...store,
    say(...all: Said[]) {
      const drafts = all.map(({ id, known, text, corrects, retracts, derivedFrom, ...fact }) => {
        const at = Date.parse(known ?? fact.validFrom ?? '2026-01-01');
        const words = {
          ...(corrects && { corrects }),
          ...(retracts && { retracts }),
          ...(derivedFrom && { derivedFrom }),
        };
        return memory({ id, fact, ...(text && { text }), ...words }, { occurredAt: at, knownAt: at });
      });
      store.writes.append(drafts);
    },
    note(id: string, text: string) {
      store.writes.append([memory({ id, text })]);
    },
    alias(alias: string, of: string) {
      const edge = { from: alias, relation: 'alias_of', to: of };
      store.writes.append([memory({ id: `alias ${alias} ${of}`, edge })]);
    },
    aliasOfPredicate(alias: string, of: string) {
      const frame = { actor: 'tester', sourceType: 'agent', privacyClass: 'internal', retentionClass: 'keep' } as const;
      const payload = { name: of, alias, of: 'predicate' } as const;
      store.writes.append([{ ...frame, namespace: 'default', eventType: 'alias', payload }]);
    },
    ask(text: string, extra: Partial<PathQuery> = {}) {
      const plain = {
        namespaces: ['default'],
        depth: 20,
        now,
        timeZone: 'UTC',
        knownAt: null,
        includeHistorical: false,
      };
      const result = temporal({ text, ...plain, ...extra });
      return { ...result, ids: result.candidates.map(({ rowid }) => itemIdOf.get(rowid)) };
    },
  };
}

export const timeout = { subject: 'Worker', predicate: 'timeout' } as const;
export function withTimeout() {
  const store = open();
  store.say(
    { id: 't300', ...timeout, object: '300 seconds', validFrom: '2026-09-01T00:00:00Z' },
    { id: 't600', ...timeout, object: '600 seconds', validFrom: '2026-09-12T00:00:00Z' },
    { id: 't420', ...timeout, object: '420 seconds', validFrom: '2026-09-24T00:00:00Z' },
  );
  return store;
}
