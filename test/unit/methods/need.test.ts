import { afterEach, expect, test } from 'vitest';
import { methods } from '../../../main/contract/methods.ts';
import { needHandlers } from '../../../main/methods/need.ts';
import type { CallContext } from '../../../main/methods/ports.ts';
import { answer, item, noon, ranked, term, volatility, workshop } from '../retrieval/support.ts';

const context: CallContext = { role: 'agent', client: 'test', signal: new AbortController().signal };
const shops: ReturnType<typeof workshop>[] = [];
afterEach(() => {
  for (const shop of shops.splice(0)) shop.close();
});

function open(autoRecall: boolean) {
  const terms = [term('timeout'), term('parser')];
  const search = () => answer({ candidates: ranked([1, 9]), terms });
  const shop = workshop([item(1, 'The timeout of the parser is 600.')], { search });
  shops.push(shop);
  const counted: string[] = [];
  const handlers = needHandlers({
    reading: {
      held: async (question) => ({
        names: question.includes('parser') ? [{ namespace: 'default', name: 'parser', facts: 1 }] : [],
        facts: [],
      }),
      spokenOf: async () => [],
      namespaces: async () => [{ namespace: 'default' }],
    },
    pipeline: shop.pipeline,
    volatility,
    clock: { now: () => noon },
    autoRecall: () => autoRecall,
    count: (name) => counted.push(name),
  });
  const recall = (prompt: string) =>
    handlers['memory.autoRecall'](methods['memory.autoRecall'].params.parse({ prompt }), context);
  return { handlers, shop, counted, recall };
}

test('memory.need decides without asking any path, and is counted', async () => {
  const { handlers, shop, counted } = open(false);
  const params = methods['memory.need'].params.parse({ question: 'What is the timeout of the parser?' });
  const need = await handlers['memory.need'](params, context);
  expect(methods['memory.need'].result.parse(need)).toEqual(need);
  expect(need).toMatchObject({ verdict: 'may-be-stale', look: true, volatility: 'limit' });
  expect(shop.paths.search?.asked).toEqual([]);
  expect(counted).toEqual(['needs.may-be-stale', 'needs.look']);
});

test('memory.need says of a namespace that it holds nothing, and which may be meant', async () => {
  const { handlers } = open(false);
  const question = 'What is the timeout of the parser?';
  const params = methods['memory.need'].params.parse({ question, namespaces: ['defualt'] });
  const { reasons } = await handlers['memory.need'](params, context);
  expect(reasons.at(-1)).toEqual({
    code: 'namespace-empty',
    says: 'The namespace "defualt" holds nothing. Did you mean "default"?',
  });
});

test('auto recall looks nothing up while it is off', async () => {
  const { recall, shop } = open(false);
  expect(await recall('What is the timeout of the parser?')).toEqual({ state: 'off', need: null, packet: null });
  expect(shop.paths.search?.asked).toEqual([]);
});

test('auto recall asks the router only where the gate says so', async () => {
  const { recall, shop, counted } = open(true);
  expect(await recall('How do I boil an egg?')).toMatchObject({ state: 'not-needed', packet: null });
  expect(shop.paths.search?.asked).toEqual([]);
  const { state, packet } = await recall('What is the timeout of the parser?');
  expect(state).toBe('recalled');
  expect(packet?.results.map(({ itemId }) => itemId)).toEqual(['m1']);
  expect(packet?.route.forced).toBe(false);
  expect(packet?.quoted).toContain('> The timeout of the parser is 600.');
  expect(counted).toContain('auto-recall.recalled');
});
