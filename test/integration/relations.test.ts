import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { EvidenceResult } from '../../main/contract/packet.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import { relationLines, relations } from '../support/relations.ts';
import { temporaryDir } from './hostFixtures.ts';

async function importFile(daemon: Daemon, file: string): Promise<void> {
  const { importId } = await daemon.caller.call('import.start', { paths: [file] });
  for (;;) {
    const [status] = (await daemon.caller.call('import.status', { importId })).imports;
    if (status !== undefined && status.state !== 'running') return;
    await sleep(20);
  }
}

/** Without vectors: what is measured is which version is shown, not how well a paraphrase is understood. */
test('of fifty relations in a file of lines the current value comes first and hardly ever a stale one as current', async () => {
  const dir = temporaryDir();
  const file = join(dir, 'facts.txt');
  writeFileSync(
    file,
    relationLines(3)
      .map((line, n) => `${n}. ${line}`)
      .join('\n'),
  );
  writeFileSync(join(dir, 'config.json'), JSON.stringify({ embedder: 'off' }));
  const daemon = await startDaemon({ dir });
  onTestFinished(() => daemon.close());
  await importFile(daemon, file);
  const says = (result: EvidenceResult | undefined, line: string) =>
    result?.memoryStatus.currentness === 'current' && result.text.includes(line);
  const wrong: string[] = [];
  const stale: string[] = [];
  for (const { question, earlier, later } of relations) {
    const { results } = await daemon.caller.call('retrieve', { query: question, k: 10, budgetMs: 60_000 });
    if (!says(results[0], later)) wrong.push(question);
    if (results.some((result) => says(result, earlier))) stale.push(earlier);
  }
  expect(stale.length, stale.join('\n')).toBeLessThanOrEqual(relations.length * 0.02);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(relations.length * 0.05);
});
