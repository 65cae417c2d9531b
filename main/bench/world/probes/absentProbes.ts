import type { MemoryObject } from '../../../contract/memory.ts';
import { day, someDate, worldStart } from '../calendar.ts';
import { knobs } from '../knobs.ts';
import { relationNames } from '../links.ts';
import { tailOf } from '../names.ts';
import { incidentWords } from '../voices/incidentQuestions.ts';
import type { IncidentStory } from '../voices/incidents.ts';
import type { RelationName } from '../voices/relations.ts';
import { settings } from '../voices/settings.ts';
import { fill } from '../voices/telling.ts';
import { incidentSlots, timeOf } from './causalProbes.ts';
import { type Desk, type Draft, some, takeShares } from './draft.ts';
import { everHeld, step } from './paths.ts';
import { settingSlots } from './temporalProbes.ts';

/** H: the things exist and much is told of them, but not this. Asked just as C, D, E, F and A ask. */
export function absentDrafts(desk: Desk, count: number, unused: readonly IncidentStory[]): Draft[] {
  const { cast } = desk.division;
  const missing = (
    names: readonly string[],
    intent: string,
    slot: string,
    relation: RelationName,
    end: 'from' | 'to',
  ) =>
    names
      .filter((name) => everHeld(desk, relation, { [end]: name }).length === 0)
      .flatMap((name) => absent(desk, intent, { [slot]: name }, [name], (object) => tied(object, relation, end, name)));
  const brokenPath = (intent: string, second: RelationName) =>
    cast.components.flatMap((c) => {
      const host = step(desk, 'runsOn', c)?.to;
      if (host !== undefined && step(desk, second, host)) return [];
      const answers = (object: MemoryObject) =>
        host === undefined ? tied(object, 'runsOn', 'from', c) : tied(object, second, 'from', host);
      return absent(desk, intent, { c }, [c], answers);
    });
  return takeShares(desk, count, [
    [2, missing(cast.components, 'projectsUsing', 'c', 'uses', 'to')],
    [2, missing(cast.components, 'touches', 'c', 'dependsOn', 'from')],
    [1, missing(cast.projects, 'customersOf', 'p', 'buys', 'to')],
    [2, missing(cast.components, 'leadOfOwner', 'c', 'ownedBy', 'from')],
    [2, brokenPath('hallOfComponent', 'standsIn')],
    [1, brokenPath('vendorOfHost', 'suppliedBy')],
    [2, wrongKind(desk)],
    [2, nothingShared(desk)],
    [2, unexplained(desk)],
    [3, neverHappened(desk, unused)],
    [2, neverSet(desk, 'valueNow')],
    [2, beforeTheFirst(desk)],
    [2, neverHadThatValue(desk)],
    [2, lexical(desk)],
    [3, desk.random.shuffle(twoAbsences(desk, unused))],
  ]);
}

/** Nothing, unless too little is told of the entities to make the question tempting. */
function absent(
  desk: Desk,
  intent: string,
  slots: Readonly<Record<string, string>>,
  names: readonly string[],
  answeredBy: (object: MemoryObject) => boolean,
): Draft[] {
  if (names.some((name) => desk.about(name).length < knobs.coveredBy)) return [];
  return [
    {
      family: 'H',
      intent,
      slots,
      mode: 'null',
      gold: [],
      negatives: {
        entity: some(
          desk,
          names.flatMap((name) => desk.about(name)),
          [],
        ),
      },
      names,
      answeredBy,
    },
  ];
}

function tied(object: MemoryObject, relation: RelationName, end: 'from' | 'to', name: string): boolean {
  return object.edge?.relation === relationNames[relation] && object.edge[end] === name;
}

function states(object: MemoryObject, subject: string, predicate: string): boolean {
  return object.fact?.subject === subject && object.fact.predicate === predicate;
}

/** A kind of component that the project has never used. */
function wrongKind(desk: Desk): Draft[] {
  const { projects, components } = desk.division.cast;
  const kinds = [...new Set(components.map(tailOf))];
  return projects.flatMap((p) => {
    const used = everHeld(desk, 'uses', { from: p }).map(({ to }) => tailOf(to));
    const kind = desk.random.pick(kinds.filter((other) => !used.includes(other)));
    const intent = desk.random.pick(['maintainerOfUsed', 'vendorForProject', 'hallForProject']);
    return absent(
      desk,
      intent,
      { p, kind },
      [p],
      (object) => tied(object, 'uses', 'from', p) && tailOf(object.edge?.to ?? '') === kind,
    );
  });
}

function nothingShared(desk: Desk): Draft[] {
  const projects = desk.division.cast.projects;
  const used = (project: string) => everHeld(desk, 'uses', { from: project }).map(({ to }) => to);
  return projects.flatMap((p, index) =>
    projects
      .slice(index + 1)
      .filter((q) => used(p).length > 1 && used(q).length > 1 && !used(p).some((c) => used(q).includes(c)))
      .flatMap((q) =>
        absent(
          desk,
          'sharedComponent',
          { p, q },
          [p, q],
          (object) => tied(object, 'uses', 'from', p) && used(q).includes(object.edge?.to ?? ''),
        ),
      ),
  );
}

/** An incident whose first diagnosis fell and whose cause was never found. */
function unexplained(desk: Desk): Draft[] {
  return desk.division.incidents
    .filter(({ cause }) => !cause)
    .flatMap((incident) => {
      const intent = desk.random.pick(['causeOf', 'rootOf', 'sequelOf']);
      const blamed = incident.wrong?.object.cause;
      return absent(
        desk,
        intent,
        incidentSlots(desk.random, incident),
        [incident.component],
        ({ cause }) => cause !== undefined && cause.effect === blamed?.effect && cause.cause !== blamed.cause,
      );
    });
}

/** Something that went wrong elsewhere, if anywhere. */
function neverHappened(desk: Desk, unused: readonly IncidentStory[]): Draft[] {
  return unused.slice(0, 8).flatMap((story) => {
    const c = desk.random.pick(desk.division.cast.components);
    const time = timeOf(desk.random, worldStart + desk.random.int(20, 240) * day);
    const slots = { ...incidentWords(story, c), c, ...time };
    const effect = fill(story.effect, { c });
    const intent = desk.random.pick(['causeOf', 'effectOf']);
    return absent(desk, intent, slots, [c], ({ cause }) => cause?.effect === effect);
  });
}

/** A setting that the bearer does not have, though others do. */
function neverSet(desk: Desk, intent: string): Draft[] {
  const { chains, decoys, cast } = desk.division;
  const known = [...chains, ...decoys];
  return cast.components.flatMap((x) => {
    const own = known.filter(({ bearer }) => bearer === x).map(({ setting }) => setting);
    const free = settings.filter((setting) => setting.of === 'component' && !own.includes(setting));
    if (own.length === 0) return [];
    const setting = desk.random.pick(free);
    const label = desk.random.pick([...setting.asked, ...setting.told]);
    return absent(desk, intent, settingSlots(setting, x, label), [x], (object) => states(object, x, setting.predicate));
  });
}

/** Questions for two things of a component of which neither is on record. */
function twoAbsences(desk: Desk, unused: readonly IncidentStory[]): Draft[] {
  const { cast, chains, decoys } = desk.division;
  const known = [...chains, ...decoys];
  return cast.components.flatMap((c, index) => {
    const hosted = step(desk, 'runsOn', c) !== undefined;
    const kept = step(desk, 'maintainedBy', c) !== undefined;
    const host = (object: MemoryObject) => tied(object, 'runsOn', 'from', c);
    const keeper = (object: MemoryObject) => tied(object, 'maintainedBy', 'from', c);
    const free = settings.filter(
      (setting) =>
        setting.of === 'component' && known.every((chain) => chain.bearer !== c || chain.setting !== setting),
    );
    const setting = desk.random.pick(free);
    const words = settingSlots(setting, c, desk.random.pick(setting.asked));
    const story = unused[index % unused.length];
    const effect = story && fill(story.effect, { c });
    const time = timeOf(desk.random, worldStart + desk.random.int(20, 240) * day);
    return [
      ...(hosted || kept ? [] : absent(desk, 'keeperAndPlace', { c }, [c], (object) => host(object) || keeper(object))),
      ...(hosted
        ? []
        : absent(
            desk,
            'hostAndValue',
            { c, ...words },
            [c],
            (object) => host(object) || states(object, c, setting.predicate),
          )),
      ...(kept || !story
        ? []
        : absent(
            desk,
            'causeAndKeeper',
            { ...incidentWords(story, c), c, ...time },
            [c],
            (object) => keeper(object) || object.cause?.effect === effect,
          )),
    ];
  });
}

/** A day before anything was recorded of the setting. */
function beforeTheFirst(desk: Desk): Draft[] {
  return desk.division.decoys.flatMap(({ bearer, setting, told, versions }) => {
    const first = versions[0];
    if (!first) return [];
    const at = first.from - desk.random.int(30, 60) * day;
    return absent(
      desk,
      'valueAt',
      { ...settingSlots(setting, bearer, told), date: someDate(desk.random, at) },
      [bearer],
      (object) => states(object, bearer, setting.predicate) && Date.parse(object.fact?.validFrom ?? '') <= at,
    );
  });
}

function neverHadThatValue(desk: Desk): Draft[] {
  return desk.division.chains.flatMap(({ bearer, asked, setting, versions }) => {
    const v = setting.values.find((value) => !versions.some((version) => version.value === value));
    if (!v) return [];
    const intent = desk.random.pick(['whenSet', 'whenEnded']);
    const answers = (object: MemoryObject) => states(object, bearer, setting.predicate) && object.fact?.object === v;
    return absent(desk, intent, { ...settingSlots(setting, bearer, asked), v }, [bearer], answers);
  });
}

/** A mark that turns up again and again and is explained nowhere. */
function lexical(desk: Desk): Draft[] {
  return desk.division.lexical
    .filter(({ gold, kind }) => !gold && kind.key !== 'release')
    .flatMap(({ kind, id, component, what, mentions }) => {
      const known = mentions.map((told) => told.id);
      const answers = ({ id: own, text = '' }: MemoryObject) => text.includes(id) && !known.includes(own ?? '');
      return absent(desk, kind.key, { id, c: component, what }, [component], answers);
    });
}
