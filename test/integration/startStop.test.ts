import { expect, test, vi } from 'vitest';
import { openHome } from './faultFixtures.ts';

vi.setConfig({ testTimeout: 900_000 });

test('a daemon that is stopped as soon as it answers ends in order, twenty times over', async () => {
  const home = openHome();
  for (let round = 1; round <= 20; round++) {
    const client = await home.start();
    if (round === 1) await client.call('memory.write', { id: 'first', text: 'The first words.' });
    await home.stop(client);
  }
  const client = await home.start();
  expect(await client.call('memory.get', { itemId: 'first' })).toMatchObject({ text: 'The first words.' });
});
