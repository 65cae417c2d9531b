import { expect, onTestFinished, test } from 'vitest';
import { answer, item, ranked, term, workshop } from './support.ts';

const told = 'The worker timeout is 300 seconds. It was raised for the nightly job.';

async function opened() {
  const search = () => answer({ candidates: ranked([1, 9]), terms: [term('worker'), term('timeout')] });
  const shop = workshop([item(1, told)], { search });
  onTestFinished(() => shop.close());
  expect((await shop.ask('worker timeout')).results).toHaveLength(1);
  return (text: string, namespace = 'default') =>
    shop.traces.echoes(namespace, text).map(([start, end]) => text.slice(start, end));
}

test('what was handed out is known again inside other words, each statement by itself', async () => {
  const echoes = await opened();
  expect(echoes('Memory says: the worker timeout is 300 SECONDS! Good.')).toEqual([
    'the worker timeout is 300 SECONDS',
  ]);
  expect(echoes(`${told} New words. It was raised for the nightly job`)).toEqual([
    'The worker timeout is 300 seconds',
    'It was raised for the nightly job',
    'It was raised for the nightly job',
  ]);
});

test('other words, fewer words and other namespaces are no echo', async () => {
  const echoes = await opened();
  for (const text of ['', 'ok', 'The worker timeout is 600 seconds.', 'The worker timeout is']) {
    expect(echoes(text)).toEqual([]);
  }
  expect(echoes(told, 'elsewhere')).toEqual([]);
});
