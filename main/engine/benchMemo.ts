import type { RetrievalPath } from '../contract/packet.ts';
import { itemKey } from '../projections/items/item.ts';
import type { Frame } from '../projections/standing.ts';
import type { PipelineParts } from '../retrieval/pipeline.ts';
import type { JudgedItem } from '../retrieval/validity.ts';
import type { Path, PathResult } from '../retrievers/path.ts';

/** Answers kept at once: two probes, six paths, two depths, with room to spare. */
const keptAnswers = 64;
/** Items kept at once, each with its standing in one frame. */
const keptItems = 4000;

/**
 * The parts of a pipeline, each path's work and each item's standing done once however many routes ask for it: two dozen
 * forced routes of one probe ask the same six paths. The memory must not change meanwhile.
 */
export function memoised(parts: PipelineParts): PipelineParts {
  const paths = Object.entries(parts.paths).map(([name, path]) => [name, memoisedPath(path)] as const);
  return {
    ...parts,
    paths: Object.fromEntries(paths) as Partial<Record<RetrievalPath, Path>>,
    judge: memoisedJudge(parts.judge, String, ({ rowid }) => String(rowid)),
    judgeNamed: memoisedJudge(parts.judgeNamed, itemKey, itemKey),
  };
}

function memoisedPath(inner: Path): Path {
  const answers = bounded<Promise<PathResult>>(keptAnswers);
  return {
    path: inner.path,
    get version() {
      return inner.version;
    },
    retrieve(query, signal) {
      const key = JSON.stringify(query);
      const known = answers.get(key);
      if (known !== undefined) return known;
      const answer = inner.retrieve(query, signal);
      answers.set(key, answer);
      // What failed is asked again.
      answer.catch(() => answers.delete(key));
      return answer;
    },
  };
}

/** @param keyOf what is asked for, as a key; `keyOfItem` of what comes back is the same */
function memoisedJudge<Ref>(
  judge: (refs: readonly Ref[], frame: Frame) => Promise<readonly JudgedItem[]>,
  keyOf: (ref: Ref) => string,
  keyOfItem: (item: JudgedItem['item']) => string,
): typeof judge {
  const items = bounded<JudgedItem>(keptItems);
  return async (refs, frame) => {
    const from = JSON.stringify(frame);
    const known = (ref: Ref) => items.get(`${keyOf(ref)} ${from}`);
    const missing = refs.filter((ref) => known(ref) === undefined);
    const judged = missing.length === 0 ? [] : await judge(missing, frame);
    const fresh = new Map(judged.map((one) => [keyOfItem(one.item), one]));
    const found = refs.flatMap((ref) => fresh.get(keyOf(ref)) ?? known(ref) ?? []);
    for (const [key, one] of fresh) items.set(`${key} ${from}`, one);
    return found;
  };
}

/** A map that lets go of what was put in first. */
function bounded<Value>(most: number): Pick<Map<string, Value>, 'get' | 'set' | 'delete'> {
  const values = new Map<string, Value>();
  return {
    get: (key) => values.get(key),
    set(key, value) {
      values.set(key, value);
      if (values.size > most) values.delete(values.keys().next().value ?? key);
      return values;
    },
    delete: (key) => values.delete(key),
  };
}
