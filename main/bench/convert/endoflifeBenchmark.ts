import type { Probe } from '../../contract/bench.ts';
import type { MemoryObject } from '../../contract/memory.ts';
import { toInstant } from '../../contract/time.ts';
import { type ConvertedSet, dayMs, openLeftOut } from './convertedSet.ts';
import {
  aliasesIn,
  type Case,
  catalogueObjects,
  noonOf,
  readCatalogue,
  restatementId,
  statementId,
  type Version,
} from './endoflife.ts';

/** Questions by record time: what was on record on a day, or what is now. */
const phrasings = {
  asof: [
    'As known on {date}, what was the {label} of {name}?',
    'According to what was recorded by {date}, what was the {label} of {name}?',
    'What did we have on record on {date} as the {label} for {name}?',
    'Which {label} did our records give for {name} on {date}?',
  ],
  current: [
    'What is the {label} of {name}?',
    '{name} {label} now?',
    'Which {label} do we currently have down for {name}?',
    'As things stand today, what is the {label} for {name}?',
  ],
} as const;

/**
 * endoflife.date as a benchmark. Facts are named by the label that their field goes by, titles are aliases of products.
 * As-of questions ask for the statement that was on record on the day; such as was restated later is left out, because
 * then two objects would answer.
 */
export function convertEndoflife(folder: string): ConvertedSet {
  const catalogue = readCatalogue(folder);
  const { titles, labels } = aliasesIn(catalogue.cases);
  const labelOf = new Map(labels.map(([label, field]) => [field, label]));
  const facts = catalogueObjects(catalogue, (field) => labelOf.get(field) ?? field);
  const objects = [...facts.map(withText), ...aliasObjects(titles, catalogue.versions)];
  const now = lastMoment(catalogue.versions) + dayMs;
  const leftOut = openLeftOut();
  const restated = new Set(facts.map(({ id }) => id));
  return {
    objects,
    probes: catalogue.cases.flatMap((one, at) => {
      const asked = one.kind === 'current' ? now : noonOf(one);
      if (catalogue.isSaidElsewhere(one, asked)) return leftOut.add('another field of the same label has a value then');
      if (one.kind === 'unknown_yet') return [probeOf(one, at, now, [])];
      const version = catalogue.versionAt(one, asked);
      if (version === null || String(version.value) !== one.gold) {
        return leftOut.add('it was current on a day of its own, and is no longer');
      }
      if (restated.has(restatementId(version))) return leftOut.add('the statement was made a second time with its end');
      return [probeOf(one, at, now, catalogue.versionsOf(one), version)];
    }),
    about: {
      name: 'endoflife.date',
      source: 'the git history of endoflife-date/endoflife.date',
      licence: 'MIT',
      families: 'F: what is on record, now or as of a day; H: nothing was on record yet.',
    },
    leftOut: leftOut.counts,
  };
}

function probeOf(one: Case, at: number, now: number, versions: readonly Version[], gold?: Version): Probe {
  const frame = { id: one.id, now: toInstant(now), timeZone: 'UTC' };
  const wording = phrasings[one.kind === 'current' ? 'current' : 'asof'];
  const text = wording[at % wording.length] ?? wording[0];
  // By title and by id in turn, for as long as the wordings go round.
  const named = Math.floor(at / wording.length) % 2 === 0 ? one.title : one.product;
  const query = text
    .replace('{name}', `${named} ${one.cycle}`)
    .replace('{label}', one.label)
    .replace('{date}', one.known_as_of);
  const about = { phrasing: text };
  if (gold === undefined)
    return { ...frame, query, family: 'H', mode: 'null', gold: [], stale: [], negatives: {}, about };
  const others = versions.filter(({ value }) => value !== gold.value).map(statementId);
  const ofSlot =
    one.kind === 'current' ? { stale: others, negatives: {} } : { stale: [], negatives: { temporal: others } };
  const mode = one.kind === 'current' ? 'current' : 'asof';
  return { ...frame, query, family: 'F', mode, gold: [statementId(gold)], ...ofSlot, about };
}

/** A fact in words too, so that the set can be run as prose. */
function withText(object: MemoryObject): MemoryObject {
  const { fact } = object;
  if (fact === undefined) return object;
  const until = fact.validTo ? `, until ${fact.validTo.slice(0, 10)}` : '';
  return { ...object, text: `The ${fact.predicate} of ${fact.subject} is ${fact.object}${until}.` };
}

/** A title is another name of its product; a second product of the same title is another name of the first. */
function aliasObjects(titles: readonly [string, string][], versions: readonly Version[]): MemoryObject[] {
  const [first] = versions.map(({ known_from }) => known_from).sort((a, b) => Date.parse(a) - Date.parse(b));
  return [...Map.groupBy(titles, ([title]) => title)].flatMap(([title, pairs]) => {
    const [to = '', ...others] = pairs.map(([, product]) => product);
    return [title, ...others]
      .filter((name) => name.toLowerCase() !== to.toLowerCase())
      .map((from) => ({
        id: `alias ${from} of ${to}`,
        text: `${from} is another name of ${to}.`,
        edge: { from, relation: 'alias_of', to },
        occurredAt: first,
        recordedAt: first,
      }));
  });
}

function lastMoment(versions: readonly Version[]): number {
  return versions.reduce((last, { known_from, known_to }) => Math.max(last, Date.parse(known_to ?? known_from)), 0);
}
