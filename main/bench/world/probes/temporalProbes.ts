import { day, dayMonth, hour, someDate, yearOf } from '../calendar.ts';
import { knobs } from '../knobs.ts';
import { type Chain, heldAt, type Version } from '../model.ts';
import type { Told } from '../teller.ts';
import { sealedLabels } from '../voices/sealedPhrases.ts';
import type { Setting } from '../voices/settings.ts';
import { fill } from '../voices/telling.ts';
import { mentions } from '../words.ts';
import { type Desk, type Draft, some, takeShares } from './draft.ts';

/** F: what held now, then, before and after; when it began and ended; what was believed. */
export function temporalDrafts(desk: Desk, count: number): Draft[] {
  const chains = desk.division.chains;
  return takeShares(desk, count, [
    [9, chains.flatMap((chain) => now(desk, chain))],
    [4, chains.flatMap((chain) => then(desk, chain))],
    [3, chains.flatMap((chain) => neighbour(desk, chain, 'valueBefore'))],
    [2, chains.flatMap((chain) => neighbour(desk, chain, 'valueAfter'))],
    [2, chains.flatMap((chain) => began(desk, chain))],
    [2, chains.flatMap((chain) => ended(desk, chain))],
    [3, chains.flatMap((chain) => believed(desk, chain))],
    [1, chains.flatMap((chain) => correctedSince(desk, chain))],
    [4, chains.flatMap((chain) => onFile(desk, chain))],
  ]);
}

/** The version in force: of those that held at the time, the one that began last. */
export function versionAt(chain: Chain, at: number): Version | undefined {
  return chain.versions.filter((version) => heldAt(version, at)).sort((a, b) => b.from - a.from)[0];
}

/** All statements of versions other than this one, restatements included. */
export function otherVersions(chain: Chain, version: Version): Told[] {
  return chain.versions.flatMap((other) => (other === version ? [] : [other.told, ...other.twins]));
}

/** What a question about a setting may say, by slot. */
export function settingSlots(setting: Setting, bearer: string, label: string): Record<string, string> {
  const spoken = Object.entries(setting.spoken).map(([form, text]) => [form, fill(text, { x: bearer })]);
  return { x: bearer, label, sealedLabel: sealedLabels[setting.predicate] ?? label, ...Object.fromEntries(spoken) };
}

export function labelOf(desk: Desk, chain: Chain): string {
  return desk.random.chance(knobs.paraphraseShare) ? chain.asked : chain.told;
}

function now(desk: Desk, chain: Chain): Draft[] {
  const version = versionAt(chain, desk.now);
  if (!version || chain.versions.length < 2) return [];
  return [temporal(desk, chain, 'valueNow', 'current', [version.told], {}, otherVersions(chain, version))];
}

/** A day on which a value was in force, away from the days on which it changed; restated values are not asked for. */
function then(desk: Desk, chain: Chain): Draft[] {
  return chain.versions.flatMap((version) => {
    if (version.twins.length > 0 || version.to === null) return [];
    const at = quietDay(desk, version.from, version.to);
    if (at === null || versionAt(chain, at) !== version) return [];
    const draft = temporal(desk, chain, 'valueAt', 'asof', [version.told], { date: someDate(desk.random, at) });
    return [{ ...draft, at }];
  });
}

/** The same with the knowledge of that day. */
function onFile(desk: Desk, chain: Chain): Draft[] {
  return knownDays(desk, chain).map(({ version, at }) => ({
    ...temporal(desk, chain, 'believedAt', 'asof', [version.told], { date: someDate(desk.random, at) }),
    at,
    knownAt: at,
  }));
}

/** Days on which a value was in force and known, in chains in which nothing was ever mistaken. */
export function knownDays(desk: Desk, chain: Chain): { readonly version: Version; readonly at: number }[] {
  if (chain.versions.some(({ kind }) => kind === 'corrected')) return [];
  return chain.versions.flatMap((version) => {
    if (version.twins.length > 0 || version.to === null) return [];
    const at = quietDay(desk, Math.max(version.from, version.told.at), version.to);
    return at === null || versionAt(chain, at) !== version ? [] : [{ version, at }];
  });
}

function quietDay(desk: Desk, from: number, to: number): number | null {
  const days = Math.floor((to - from) / day);
  return days < 6 ? null : Math.floor(from / day) * day + desk.random.int(3, days - 2) * day + 12 * hour;
}

/** The value next to another, stated once: what tells of the later one must not name the earlier too. */
function neighbour(desk: Desk, chain: Chain, intent: 'valueBefore' | 'valueAfter'): Draft[] {
  const before = intent === 'valueBefore';
  return plainPairs(chain).flatMap(([earlier, later]) => {
    if (before && mentions(later.told.object.text ?? '', earlier.value)) return [];
    const [named, sought] = before ? [later, earlier] : [earlier, later];
    return [temporal(desk, chain, intent, 'history', [sought.told], { v: named.value })];
  });
}

/** Two versions in a row whose values occur once in the chain, neither limited nor mistaken nor restated. */
function plainPairs(chain: Chain): (readonly [Version, Version])[] {
  return chain.versions.slice(1).flatMap((later, index) => {
    const earlier = chain.versions[index];
    const plain = (version: Version) =>
      !['limited', 'corrected', 'reverted'].includes(version.kind) &&
      version.to !== version.from &&
      chain.versions.filter(({ value }) => value === version.value).length === 1;
    return earlier && plain(earlier) && plain(later) && earlier.twins.length === 0 ? [[earlier, later] as const] : [];
  });
}

function began(desk: Desk, chain: Chain): Draft[] {
  return plainPairs(chain).map(([, later]) =>
    temporal(desk, chain, 'whenSet', 'history', [later.told], { v: later.value }),
  );
}

function ended(desk: Desk, chain: Chain): Draft[] {
  return plainPairs(chain).map(([earlier, later]) =>
    temporal(desk, chain, 'whenEnded', 'history', [later.told], { v: earlier.value }),
  );
}

/** What a mistake on file made people believe before it was corrected. */
function believed(desk: Desk, chain: Chain): Draft[] {
  return mistakes(desk, chain).map(({ mistaken, at }) => ({
    ...temporal(desk, chain, 'believedAt', 'asof', [mistaken.told], { date: `${dayMonth(at)} ${yearOf(at)}` }),
    at,
    knownAt: at,
  }));
}

/** What is known today to have been true then. */
function correctedSince(desk: Desk, chain: Chain): Draft[] {
  return mistakes(desk, chain).map(({ correction, at }) => ({
    ...temporal(desk, chain, 'valueAt', 'asof', [correction.told], { date: someDate(desk.random, at) }),
    at,
  }));
}

/** A mistake, its correction, and a day on which the one was on file and not yet the other. */
function mistakes(desk: Desk, chain: Chain) {
  return chain.versions.flatMap((correction, index) => {
    const mistaken = chain.versions[index - 1];
    if (correction.kind !== 'corrected' || !mistaken) return [];
    const at = quietDay(desk, mistaken.told.at, correction.told.at);
    return at === null ? [] : [{ mistaken, correction, at }];
  });
}

function temporal(
  desk: Desk,
  chain: Chain,
  intent: string,
  mode: 'current' | 'asof' | 'history',
  gold: readonly Told[],
  slots: Readonly<Record<string, string>>,
  stale: readonly Told[] = [],
): Draft {
  const others = desk.division.chains.filter((other) => other.bearer !== chain.bearer);
  const decoys = desk.division.decoys.filter((decoy) => decoy.setting === chain.setting);
  const versions = (list: readonly Chain[]) => list.flatMap((other) => other.versions.map(({ told }) => told));
  const all = chain.versions.flatMap(({ told, twins }) => [told, ...twins]);
  return {
    family: 'F',
    intent,
    slots: { ...settingSlots(chain.setting, chain.bearer, labelOf(desk, chain)), ...slots },
    mode,
    gold,
    stale,
    negatives: {
      lexical: some(desk, versions(decoys), gold),
      semantic: some(desk, [...versions(decoys), ...versions(others)], gold),
      entity: some(
        desk,
        desk.about(chain.bearer).filter((told) => !all.includes(told)),
        gold,
      ),
      temporal: some(desk, all, gold),
      ...(stale.length > 0 ? { stale: some(desk, stale, gold) } : {}),
    },
    names: [chain.bearer],
  };
}
