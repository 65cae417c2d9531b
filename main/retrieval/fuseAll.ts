import type { Route } from '../contract/packet.ts';
import { itemKey } from '../projections/items/item.ts';
import type { Currentness, Frame } from '../projections/standing.ts';
import type { PathAnswer } from './ask.ts';
import { type Fused, fuse } from './fuse.ts';
import { inLivePart } from './livePart.ts';
import type { Policy } from './policy.ts';
import { patiently, type Request } from './request.ts';
import { pathWeights } from './router.ts';
import { inWordsOfSources, sourceOf } from './sources.ts';
import { isOnceBelieved, type Judged, type JudgedItem } from './validity.ts';
import type { View } from './view.ts';

/**
 * Fuses the lists and loads what they name, each item with its standing in the frame; adds what took the place of hidden
 * ones, and shows statements in the words of the items they were read in.
 */
export function fuseAll(request: Request, route: Route, answers: readonly PathAnswer[], view: View): Promise<Judged[]> {
  const { parts, stages } = request;
  const lists = answers.map(({ path, result }) => ({ path, candidates: result.candidates }));
  return stages.timeAsync(
    'fused',
    async () => {
      const terms = answers.flatMap(({ result }) => result.terms ?? []);
      const own = await loadItems(request, fuse(lists, fusionOf(route, parts.policy)), view.frame);
      const present = await withHeads(request, own.map(inLivePart(terms)), view);
      const sources = await sourcesOf(request, present, view.frame);
      return inWordsOfSources(present, sources.map(inLivePart(terms)));
    },
    (judged) => ({ in: lists.reduce((sum, { candidates }) => sum + candidates.length, 0), out: judged.length }),
  );
}

async function loadItems(request: Request, fused: readonly Fused[], frame: Frame): Promise<Judged[]> {
  const { parts, params } = request;
  if (fused.length === 0) return [];
  const rowids = fused.map(({ rowid }) => rowid);
  const items = await patiently(request, () => parts.judge(rowids, frame));
  const byRow = new Map(items.map((one) => [one.item.rowid, one]));
  const judged = fused.flatMap((one) => {
    const known = byRow.get(one.rowid);
    return known === undefined ? [] : [{ ...one, ...known }];
  });
  // Paths keep to the namespaces they are asked about; that no path's mistake shows another's memory is checked here.
  const own = judged.filter(({ item }) => params.namespaces.includes(item.namespace));
  if (own.length < judged.length) parts.log.warn('retrieval.foreign-items', { count: judged.length - own.length });
  return own;
}

/** The items in which proposed statements were read, as far as no path proposed them too. */
async function sourcesOf(request: Request, judged: readonly Judged[], frame: Frame): Promise<readonly JudgedItem[]> {
  const present = new Set(judged.map(({ item }) => itemKey(item)));
  const wanted = judged
    .flatMap(({ item }) => sourceOf(item) ?? [])
    .filter((ref) => !present.has(itemKey(ref)) && present.add(itemKey(ref)));
  return wanted.length === 0 ? [] : patiently(request, () => request.parts.judgeNamed(wanted, frame));
}

/** Something else holds in its place; in that of a cause that was overturned, what overturned it. */
function hasSuccessor({ item, standing: { currentness } }: Judged): boolean {
  return isOutweighed.has(currentness) || (item.kind === 'cause' && currentness === 'retracted');
}

const isOutweighed: ReadonlySet<Currentness> = new Set(['superseded', 'contested']);

/**
 * A question in the words of an old value is a question about what took its place: the present holder of each hidden
 * item's place joins the list there, unless it stands in it already. Chains are followed a few steps.
 */
async function withHeads(request: Request, judged: readonly Judged[], view: View): Promise<Judged[]> {
  if (view.includeHistorical) return [...judged];
  const present = new Set(judged.map(({ item }) => itemKey(item)));
  let list = [...judged];
  for (let step = 0, open = list; step < 4 && open.length > 0; step++) {
    const wanted = open
      .slice(0, 2 * request.params.k)
      .filter((one) => hasSuccessor(one) && !isOnceBelieved(one))
      .flatMap((one) => (one.standing.by === null ? [] : [one]))
      .map((one) => ({ one, ref: { namespace: one.item.namespace, itemId: one.standing.by ?? '' } }))
      .filter(({ ref }) => !present.has(itemKey(ref)) && present.add(itemKey(ref)));
    if (wanted.length === 0) break;
    const refs = wanted.map(({ ref }) => ref);
    const heads = await patiently(request, () => request.parts.judgeNamed(refs, view.frame));
    const byKey = new Map(heads.map((head) => [itemKey(head.item), head]));
    const added = new Map<Judged, Judged>();
    for (const { one, ref } of wanted) {
      const head = byKey.get(itemKey(ref));
      // A document holds no words of its own: those of its new text are found through its chunks.
      if (head === undefined || head.item.kind === 'document') continue;
      const [first, ...others] = one.hits;
      const signals = { ...first.signals, inPlaceOf: one.item.itemId };
      const inPlaceOf = [one.item, ...(one.inPlaceOf ?? [])];
      added.set(one, { ...one, ...head, inPlaceOf, rowid: head.item.rowid, hits: [{ ...first, signals }, ...others] });
    }
    list = list.flatMap((one) => {
      const head = added.get(one);
      return head === undefined ? [one] : [head, one];
    });
    open = [...added.values()];
  }
  return list.map((one) => inPlaceOfThose(one, list));
}

/** What stands in the list itself answers for the hidden ones in whose place it stands, too. */
function inPlaceOfThose(one: Judged, list: readonly Judged[]): Judged {
  const hidden = list.filter(({ item, standing }) => {
    return standing.by === one.item.itemId && item.namespace === one.item.namespace;
  });
  const replaced = hidden.filter((other) => hasSuccessor(other)).map(({ item }) => item);
  return replaced.length === 0 ? one : { ...one, inPlaceOf: [...new Set([...(one.inPlaceOf ?? []), ...replaced])] };
}

export function fusionOf(route: Route, policy: Policy) {
  return { k0: policy.fusion.k0.value, weights: pathWeights(route, policy) };
}
