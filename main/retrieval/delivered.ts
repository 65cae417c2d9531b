import { sha256 } from '../base/hash.ts';
import type { EvidencePacket } from '../contract/packet.ts';
import { sentencesOf } from '../language/sentences.ts';
import type { Database } from '../store/sqlite.ts';

/** A part of a text: UTF-16 offsets, `[start, end)`. */
export type Span = readonly [start: number, end: number];

/** The statements that were handed to askers, so that they are known again when an agent writes them back. */
export interface Delivered {
  remember(sessionKey: number | bigint, packet: EvidencePacket, at: number): void;
  /** The parts of a text that were handed out of this namespace since an instant, also inside longer sentences. */
  echoes(namespace: string, text: string, since: number): Span[];
}

/** A session hands out a few dozen statements; a document's chunk may hold hundreds, and an echo repeats the first. */
const maxStatements = 200;
/** “Yes, of course” is said by everybody: a statement has at least so many words, and is found by its first ones. */
const beginning = 3;

export function openDelivered(db: Database): Delivered {
  const insert = db.prepare<[string, string, string, number, number, number | bigint]>(
    'INSERT OR IGNORE INTO delivered (namespace, beginning, statement, words, at, session_key) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectBeginnings = db.prepare<[string, string, number], Known>(
    `SELECT DISTINCT beginning, statement, words FROM delivered
     WHERE namespace = ? AND beginning IN (SELECT value FROM json_each(?)) AND at >= ? ORDER BY words DESC`,
  );

  return {
    remember(sessionKey, { results, statement, namespaces }, at) {
      const told = results.flatMap(({ namespace, text }) => statementsOf(text).map((words) => ({ namespace, words })));
      const said = statementsOf(statement ?? '').flatMap((words) =>
        namespaces.map((namespace) => ({ namespace, words })),
      );
      for (const { namespace, words } of [...said, ...told].slice(0, maxStatements)) {
        insert.run(namespace, hashOf(words.slice(0, beginning)), hashOf(words), words.length, at, sessionKey);
      }
    },
    echoes(namespace, text, since) {
      const words = wordsOf(text);
      const beginnings = words.slice(beginning - 1).map((_, at) => hashOf(words.slice(at, at + beginning)));
      const known = Map.groupBy(
        selectBeginnings.all(namespace, JSON.stringify([...new Set(beginnings)]), since),
        (row) => row.beginning,
      );
      const spans: Span[] = [];
      for (let at = 0; known.size > 0 && at < beginnings.length; ) {
        const length = lengthAt(words, at, known.get(beginnings[at] ?? '') ?? []);
        const [first, last] = [words[at], words[at + length - 1]];
        if (length > 0 && first !== undefined && last !== undefined) spans.push([first.start, last.end]);
        at += Math.max(1, length);
      }
      return spans;
    },
  };
}

/** A statement that was handed out: the hashes of its first words and of all, and how many these are. */
interface Known {
  readonly beginning: string;
  readonly statement: string;
  readonly words: number;
}

/** The longest of these statements that stands at a place in a text, in words; 0 for none. `known`: longest first. */
function lengthAt(words: readonly Word[], from: number, known: readonly Known[]): number {
  const met = known.find(({ statement, words: count }) => hashOf(words.slice(from, from + count)) === statement);
  return met?.words ?? 0;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function statementsOf(text: string): Word[][] {
  return sentencesOf(text)
    .map(({ start, end }) => wordsOf(text.slice(start, end)))
    .filter((words) => words.length >= beginning);
}

/** The words in small letters: marks, quotes and line breaks around them change nothing. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}

function hashOf(words: readonly Word[]): string {
  return sha256(words.map(({ text }) => text).join(' ')).slice(0, 24);
}
