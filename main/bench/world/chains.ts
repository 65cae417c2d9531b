import { toInstant } from '../../contract/time.ts';
import { day, fullDate, hour, workingTime, worldEnd } from './calendar.ts';
import { knobs } from './knobs.ts';
import { type Chain, heldAt, type Stage, type Version } from './model.ts';
import { headOf } from './names.ts';
import type { Told } from './teller.ts';
import { type Setting, settings, settingTellings } from './voices/settings.ts';

type Kind = Version['kind'];

/** Tells how values changed: set, changed, taken back, limited in time, corrected. */
export function tellChains(stage: Stage): { readonly chains: Chain[]; readonly decoys: Chain[] } {
  const { random, cast, scale } = stage;
  const chains: Chain[] = [];
  const ofComponents = random.shuffle(settings.filter((setting) => setting.of === 'component'));
  const ofProjects = random.shuffle(settings.filter((setting) => setting.of === 'project'));
  for (let index = 0; index < scale.chains; index += 1) {
    const project = index % 4 === 3;
    const pool = project ? ofProjects : ofComponents;
    const setting = pool[Math.floor(index / (project ? 4 : 1)) % pool.length];
    const bearers = project ? cast.projects : cast.components;
    const bearer = bearers[Math.floor(index / (project ? 4 : 1)) % bearers.length];
    if (setting && bearer) chains.push(tellChain(stage, setting, bearer, planOf(index)));
  }
  const decoys: Chain[] = [];
  for (const chain of scale.nearMisses ? chains : []) {
    const taken = [...chains, ...decoys].filter(({ setting }) => setting === chain.setting).map(({ bearer }) => bearer);
    decoys.push(...decoysOf(stage, chain, taken));
  }
  return { chains, decoys };
}

/** What happens to a value, by turns; every plan has at least three versions. */
function planOf(index: number): readonly Kind[] {
  const plans: readonly (readonly Kind[])[] = [
    ['first', 'changed', 'changed', 'changed'],
    ['first', 'changed', 'limited'],
    ['first', 'changed', 'changed', 'reverted'],
    ['first', 'changed', 'changed'],
    ['first', 'changed', 'corrected', 'changed'],
    ['first', 'limited', 'changed', 'changed'],
  ];
  return plans[index % plans.length] ?? ['first', 'changed'];
}

function tellChain(stage: Stage, setting: Setting, bearer: string, plan: readonly Kind[]): Chain {
  const { random } = stage;
  const told = random.pick(setting.told);
  const asked = random.pick(setting.asked);
  const values = random.shuffle(setting.values);
  const versions: Version[] = [];
  const step = Math.floor(235 / plan.length);
  const start = random.int(2, 20);
  plan.forEach((kind, index) => {
    const offset = start + index * step + random.int(0, step - 14);
    versions.push(tellVersion(stage, { bearer, setting, told, asked, versions }, kind, values[index] ?? '', offset));
    closeBefore(versions);
  });
  if (stage.scale.nearMisses || random.chance(0.3)) {
    const outdated = versions.filter(({ from, to, kind }) => to !== null && to - from > 5 * day && kind !== 'limited');
    // The latest outdated value first: it is the one most easily taken for the present one.
    for (const [place, version] of outdated.reverse().slice(0, knobs.staleTwins).entries()) {
      const words = place === 0 ? asked : random.pick(setting.asked);
      version.twins.push(...tellTwin(stage, setting, versions, words, version));
    }
  }
  return { bearer, setting, told, asked, versions };
}

/** The version that was open ends where the new one begins; a limited one leaves the older open. */
function closeBefore(versions: readonly Version[]): void {
  const last = versions.at(-1);
  if (!last || last.kind === 'limited') return;
  for (const version of versions.slice(0, -1)) {
    if (version.to === null || version.to > last.from) version.to = last.from;
  }
}

function tellVersion(stage: Stage, chain: Chain, kind: Kind, fresh: string, offset: number): Version {
  const { random, teller } = stage;
  const { bearer, setting, told, versions } = chain;
  const previous = versions.filter((version) => version.kind !== 'limited').at(-1);
  const before = versions.filter((version) => version !== previous && version.kind !== 'limited').at(-1);
  const value = kind === 'reverted' ? (before?.value ?? fresh) : fresh;
  const at = workingTime(random, offset);
  const until = Math.floor(at / day) * day + random.int(9, 16) * day;
  // A correction speaks of the time since the mistaken statement began to hold.
  const since = kind === 'corrected' && previous ? { from: previous.from } : {};
  const result: Told = teller.tell({
    ways: settingTellings[kind],
    slots: { x: bearer, label: told, v: value, old: previous?.value ?? '', until: fullDate(until) },
    at,
    ...since,
    entities: [bearer],
    structure: (validFrom) => ({
      fact: {
        subject: bearer,
        predicate: setting.predicate,
        object: value,
        cardinality: 'one',
        validFrom,
        ...(kind === 'limited' ? { validTo: toInstant(until) } : {}),
      },
      ...(kind === 'corrected' && previous ? { corrects: [previous.told.id] } : {}),
    }),
  });
  return { value, kind, told: result, from: result.from, to: kind === 'limited' ? until : null, twins: [] };
}

/** Somebody answers a colleague's question while the value is in force, in words like those of the question. */
function tellTwin(
  stage: Stage,
  setting: Setting,
  versions: readonly Version[],
  asked: string,
  version: Version,
): Told[] {
  const { random, teller } = stage;
  const start = Math.max(version.from, version.told.at) + hour;
  const end = (version.to ?? worldEnd) - hour;
  const others = versions.filter((other) => other !== version && other.from > version.from);
  const draws = Array.from({ length: 12 }, () => Math.floor(start + (end - start) * (0.2 + 0.7 * random.next())));
  const at = draws.find((draw) => draw > start && !others.some((other) => heldAt(other, draw)));
  const { subject = '' } = version.told.object.fact ?? {};
  if (at === undefined) return [];
  const twin = teller.tell({
    ways: settingTellings.twin,
    slots: { x: subject, asked, v: version.value },
    at,
    entities: [subject],
    structure: (validFrom) => ({
      fact: { subject, predicate: setting.predicate, object: version.value, cardinality: 'one', validFrom },
    }),
  });
  return [twin];
}

/** The same setting of somebody with nearly the same name. */
function decoysOf(stage: Stage, chain: Chain, taken: readonly string[]): Chain[] {
  const { cast, random } = stage;
  const isProject = chain.setting.of === 'project';
  const near = isProject
    ? cast.projects.slice(-3)
    : cast.components.filter((other) => headOf(other) === headOf(chain.bearer));
  const free = near.filter((name) => !taken.includes(name));
  const bearer = free.length > 0 ? random.pick(free) : undefined;
  if (!bearer) return [];
  const told = random.pick(chain.setting.told);
  const base: Chain = { bearer, setting: chain.setting, told, asked: chain.asked, versions: [] };
  const version = tellVersion(stage, base, 'first', random.pick(chain.setting.values), random.int(20, 250));
  return [{ ...base, versions: [version] }];
}
