import { expect, test } from 'vitest';
import { embeddingText } from '../../../../main/projections/vectors/embeddingText.ts';

const nothing = { kind: 'memory', text: '', title: null, author: null, caption: null, heading: null } as const;

test('a memory is its own words', () => {
  expect(embeddingText({ ...nothing, text: ' the harbour is closed\n' })).toBe('the harbour is closed');
});

test('a turn begins with who speaks and ends with what the picture shows', () => {
  expect(embeddingText({ ...nothing, kind: 'turn', author: 'Mara', text: 'Look!', caption: 'a red boat' })).toBe(
    'Mara: Look!\n[a red boat]',
  );
});

test('a picture without words is what it shows', () => {
  expect(embeddingText({ ...nothing, author: 'Mara', caption: 'a red boat' })).toBe('Mara:\n[a red boat]');
});

test('a chunk begins with where it stands', () => {
  expect(embeddingText({ ...nothing, kind: 'chunk', title: 'Tides', heading: 'Spring', text: 'High water.' })).toBe(
    'Tides › Spring\nHigh water.',
  );
});

test('a document and an item without words have no vector', () => {
  expect(embeddingText({ ...nothing, kind: 'document', text: 'whole' })).toBeNull();
  expect(embeddingText({ ...nothing, title: 'Tides', author: 'Mara', text: ' \n', caption: ' ' })).toBeNull();
});
