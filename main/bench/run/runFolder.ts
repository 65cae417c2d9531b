import { join } from 'node:path';

/** The files that a run leaves behind, and those that go with its end. */
export function runFiles(folder: string) {
  return {
    /** What was asked and answered so far. */
    answers: join(folder, 'answers.jsonl'),
    results: join(folder, 'results.json'),
    /** The verdicts, where the run was one of an ablation. */
    ablation: join(folder, 'ablation.json'),
    /** The corpus as it is loaded. */
    corpus: join(folder, 'corpus.pmem.jsonl'),
  };
}
