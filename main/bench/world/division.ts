import { workingTime } from './calendar.ts';
import { tellChains } from './chains.ts';
import { type IncidentShape, tellIncidents } from './incidents.ts';
import { tellLexical } from './lexicalCases.ts';
import { tellLinks } from './links.ts';
import type { Division, Scale, Stage } from './model.ts';
import type { Names } from './names.ts';
import { tellParaphrases } from './paraphraseCases.ts';
import type { Random } from './random.ts';
import { type Cast, createTeller } from './teller.ts';
import { asides } from './voices/asides.ts';
import { background, mentionsInPassing } from './voices/background.ts';
import type { IncidentStory } from './voices/incidents.ts';
import type { ParaphraseStory } from './voices/paraphrases.ts';
import { tellings } from './voices/telling.ts';

/** The division that the probes ask about. */
export const coreScale: Scale = {
  heads: 9,
  projects: 10,
  people: 26,
  hosts: 12,
  halls: 5,
  teams: 7,
  vendors: 6,
  rooms: 7,
  customers: 9,
  aliases: 7,
  outages: 5,
  chains: 17,
  incidents: 23,
  lexical: 4,
  paraphrases: 30,
  background: 6,
  nearMisses: true,
};

/** All others: the same life, without the near-misses that are built for a probe. */
export const otherScale: Scale = {
  ...coreScale,
  heads: 9,
  aliases: 3,
  outages: 4,
  chains: 14,
  incidents: 16,
  lexical: 4,
  paraphrases: 8,
  background: 90,
  nearMisses: false,
};

export interface DivisionPlan {
  readonly seed: string;
  readonly name: string;
  readonly scale: Scale;
  readonly names: Names;
  readonly random: Random;
  /** First words that components of other divisions have too. */
  readonly nearHeads: readonly string[];
  readonly stories: readonly IncidentStory[];
  readonly shapes: readonly IncidentShape[];
  readonly paraphrases: readonly ParaphraseStory[];
}

/** Lets one division live through the simulated months and tells what happened. */
export function simulateDivision(plan: DivisionPlan): Division {
  const { names, scale, random } = plan;
  const cast = makeCast(plan);
  const teller = createTeller(plan.seed, plan.name, random.fork('teller'), cast);
  const stage = (part: string): Stage => ({ random: random.fork(part), names, cast, teller, scale });
  const links = tellLinks(stage('links'));
  const { chains, decoys } = tellChains(stage('chains'));
  const incidents = tellIncidents(stage('incidents'), plan.stories.slice(0, scale.incidents), plan.shapes);
  const lexical = tellLexical(stage('lexical'));
  const paraphrases = tellParaphrases(stage('paraphrases'), plan.paraphrases.slice(0, scale.paraphrases));
  tellBackground(stage('background'));
  return { name: plan.name, cast, links, chains, decoys, incidents, lexical, paraphrases, teller };
}

function many<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

/** Components come in families of the same first word, hosts in rows of the same prefix: near names by nature. */
function makeCast({ names, scale, random, nearHeads }: DivisionPlan): Cast {
  const prefix = names.hostPrefix();
  const components: string[] = [];
  for (let head = 0; head < scale.heads; head += 1) {
    const borrowed = nearHeads.length > 0 && random.chance(0.3) ? random.pick(nearHeads) : undefined;
    const first = names.component(borrowed);
    const word = first.split(/[-_]|(?=[A-Z])/)[0];
    components.push(first, names.component(word), ...(head % 5 === 0 ? [] : [names.component(word)]));
  }
  return {
    components: random.shuffle(components),
    people: many(scale.people, () => names.person()),
    projects: many(scale.projects, () => names.project()),
    hosts: many(scale.hosts, () => names.host(random.chance(0.6) ? prefix : undefined)),
    halls: many(scale.halls, () => names.hall()),
    teams: many(scale.teams, () => names.team()),
    vendors: many(scale.vendors, () => names.vendor()),
    rooms: many(scale.rooms, () => names.room()),
    customers: many(scale.customers, () => names.customer()),
    nicknames: many(scale.aliases, () => names.nickname()),
  };
}

/** What fills every archive: small talk, heartbeats, answers in threads. */
function tellBackground({ random, teller, cast, scale }: Stage): void {
  const turn = (list: readonly string[], index: number) => list[index % list.length] ?? '';
  cast.hosts.forEach((host, index) => {
    const slots = {
      h: host,
      v: turn(cast.vendors, index),
      k: turn(cast.customers, index),
      t: turn(cast.teams, index),
      alias: turn(cast.nicknames, index),
    };
    const at = workingTime(random, random.int(1, 268));
    teller.tell({ ways: tellings(mentionsInPassing), slots, at, entities: [] });
  });
  const replies = asides.replies.map((text) => ({ register: 'chat' as const, text }));
  const ways = [...tellings(background), ...tellings(background), ...replies];
  for (let index = 0; index < scale.background; index += 1) {
    teller.tell({
      ways,
      slots: { c: random.pick(cast.components), p: random.pick(cast.projects) },
      at: workingTime(random, random.int(1, 268)),
      entities: [],
    });
  }
}
