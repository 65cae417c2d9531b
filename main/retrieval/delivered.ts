import { sha256 } from '../base/hash.ts';
import type { EvidencePacket } from '../contract/packet.ts';
import { sentencesOf } from '../language/sentences.ts';
import type { Database } from '../store/sqlite.ts';

/** The statements that were handed to askers, so that they are known again when an agent writes them back. */
export interface Delivered {
  remember(sessionKey: number | bigint, packet: EvidencePacket, at: number): void;
  /** The parts of a text (UTF-16 offsets, ascending) that were handed out of this namespace since an instant. */
  echoes(namespace: string, text: string, since: number): (readonly [start: number, end: number])[];
}

/** A session hands out a few dozen statements; a document's chunk may hold hundreds, and an echo repeats the first. */
const maxStatements = 200;

export function openDelivered(db: Database): Delivered {
  const insert = db.prepare<[string, string, number | bigint, number]>(
    'INSERT OR IGNORE INTO delivered (namespace, statement, session_key, at) VALUES (?, ?, ?, ?)',
  );
  const selectSince = db
    .prepare<[string, string, number], number>(
      'SELECT 1 FROM delivered WHERE namespace = ? AND statement = ? AND at >= ? LIMIT 1',
    )
    .pluck();
  return {
    remember(sessionKey, { results, statement, namespaces }, at) {
      const told = results.flatMap(({ namespace, text }) =>
        statementsOf(text).map(({ hash }) => ({ namespace, hash })),
      );
      const said = statementsOf(statement ?? '').flatMap(({ hash }) =>
        namespaces.map((namespace) => ({ namespace, hash })),
      );
      for (const { namespace, hash } of [...said, ...told].slice(0, maxStatements)) {
        insert.run(namespace, hash, sessionKey, at);
      }
    },
    echoes: (namespace, text, since) =>
      statementsOf(text)
        .filter(({ hash }) => selectSince.get(namespace, hash, since) !== undefined)
        .map(({ start, end }) => [start, end] as const),
  };
}

/** A statement needs three words: “yes” and “thanks” are said by everybody. */
function statementsOf(text: string): { start: number; end: number; hash: string }[] {
  return sentencesOf(text).flatMap(({ start, end }) => {
    const words =
      text
        .slice(start, end)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.length < 3 ? [] : [{ start, end, hash: sha256(words.join(' ')).slice(0, 32) }];
  });
}
