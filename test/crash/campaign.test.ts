import { expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';

test('five kill -9 during writes and imports lose nothing that was acknowledged', async () => {
  const report = await runCampaign({ rounds: 5, seed: 20_261_130, objects: 1000, roundsPerStore: 5 });
  expect(report.kills).toBeGreaterThanOrEqual(5);
  expect(report.acknowledged).toBeGreaterThan(0);
});
