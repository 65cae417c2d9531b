import { expect, test } from 'vitest';
import type { Item } from '../../../../main/projections/items/item.ts';
import { openVersionReads } from '../../../../main/projections/versions/versionReads.ts';
import { openVersions } from '../../../../main/projections/versions/versions.ts';
import { relationLines, relations } from '../../../support/relations.ts';
import { document, openTestStore, turn } from '../store.ts';

function openStore() {
  const store = openTestStore((db) => [openVersions(db)]);
  const versions = openVersionReads(store.memory);
  /** The words that replace each line, by the line; null for what nothing replaces. */
  function replacements(itemIds: readonly string[]): Map<string, string | null> {
    const items = itemIds.flatMap((id) => store.items.item('default', id) ?? []);
    const statements = versions(items, { knownAt: null });
    const words = (item: Item) => item.text.replace(/^\d+\. /, '');
    const textOf = new Map(items.map((item) => [item.itemId, words(item)]));
    return new Map(
      items.map((item) => {
        const by = statements.get(item.rowid)?.find(({ whole }) => whole)?.replacedBy?.itemId;
        return [words(item), by === undefined ? null : (textOf.get(by) ?? null)];
      }),
    );
  }
  return { ...store, replacements };
}

function expectVersions(replacements: Map<string, string | null>): void {
  const missed = relations.filter(({ earlier, later }) => replacements.get(earlier) !== later);
  expect(missed.length).toBeLessThanOrEqual(relations.length * 0.02);
  for (const { later, others } of relations) {
    for (const line of [later, ...others]) expect([line, replacements.get(line)]).toEqual([line, null]);
  }
}

test('there are fifty relations, and no two of them share a line', () => {
  const all = relations.flatMap(({ earlier, later, others }) => [earlier, later, ...others]);
  expect(relations).toHaveLength(50);
  expect(new Set(all).size).toBe(all.length);
});

test('as lines of a file each earlier version is replaced by its later one, and nothing else by anything', () => {
  const { writes, replacements } = openStore();
  const lines = relationLines(1);
  const text = lines.map((line, n) => `${n}. ${line}`).join('\n');
  writes.append([document({ id: 'd', text, mediaType: 'text/plain' })]);
  expectVersions(replacements(lines.map((_, n) => `d#${n + 1}`)));
});

test('as turns of one speaker too, in whatever order they were written', () => {
  const { writes, replacements } = openStore();
  const lines = relationLines(2);
  writes.append(lines.map((line, n) => ({ ...turn(`t${n}`, 'talk', n, line), knownAt: 1 })).toReversed());
  expectVersions(replacements(lines.map((_, n) => `t${n}`)));
});
