import { workingTime } from './calendar.ts';
import { knobs } from './knobs.ts';
import type { LexicalCase, Stage } from './model.ts';
import { headOf } from './names.ts';
import type { Told } from './teller.ts';
import { type LexicalKind, lexicalKinds } from './voices/lexical.ts';
import type { Telling } from './voices/telling.ts';
import { capital } from './words.ts';

/** Things that bear an exact mark, each with its near-misses; where probes need it, some stay unexplained. */
export function tellLexical(stage: Stage): LexicalCase[] {
  return lexicalKinds.flatMap((kind) => {
    const whats = stage.random.shuffle(kind.what);
    const riddles = stage.scale.nearMisses && ['errorCode', 'flag', 'ticketId'].includes(kind.key) ? 1 : 0;
    return Array.from({ length: stage.scale.lexical + riddles }, (_, index) =>
      tellCase(stage, kind, whats, index, index >= stage.scale.lexical),
    );
  });
}

function tellCase(
  stage: Stage,
  kind: LexicalKind,
  whats: readonly string[],
  index: number,
  unexplained: boolean,
): LexicalCase {
  const { random, cast, teller, scale } = stage;
  const component = random.pick(cast.components);
  const near = cast.components.filter((other) => other !== component && headOf(other) === headOf(component));
  const sibling =
    near.length > 0 ? random.pick(near) : random.pick(cast.components.filter((other) => other !== component));
  const what = whats[(index * 3) % whats.length] ?? '';
  const others = random.shuffle(whats.filter((other) => other !== what));
  const id = freshMark(stage, kind.key);

  function tell(
    ways: readonly Telling[],
    slots: { readonly id: string; readonly what: string; readonly c: string },
  ): Told {
    const told = teller.tell({
      ways,
      slots: { ...slots, v: random.pick(cast.vendors) },
      at: workingTime(random, random.int(5, 265)),
      entities: [slots.c, ...(kind.key === 'release' ? [] : [slots.id])],
    });
    return told;
  }

  const gold = unexplained ? null : tell(kind.gold, { id, what, c: component });
  const mentions = Array.from({ length: unexplained ? 4 : knobs.idMentions }, () =>
    tell(kind.mention, { id, what: others[0] ?? what, c: component }),
  );
  if (!scale.nearMisses) return { kind, id, component, what, gold, mentions, near: [], elsewhere: [] };
  const nearTold = nearMarks(stage, kind.key, id)
    .slice(0, knobs.nearIds)
    .map((mark, place) => tell(kind.gold, { id: mark, what: others[place + 1] ?? '', c: component }));
  // A release is asked for by its matter, so the same matter comes to a component of nearly the same name.
  const elsewhere =
    kind.key === 'release'
      ? [
          tell(kind.gold, { id: nearMarks(stage, kind.key, id)[0] ?? id, what, c: sibling }),
          tell(kind.gold, { id, what: others[3] ?? '', c: sibling }),
        ]
      : [tell(kind.gold, { id: freshMark(stage, kind.key), what, c: sibling })];
  return { kind, id, component, what, gold, mentions, near: nearTold, elsewhere };
}

function freshMark({ names, random }: Stage, kind: LexicalKind['key']): string {
  switch (kind) {
    case 'release':
      return `v${random.int(1, 6)}.${random.int(2, 14)}.${random.int(1, 8)}`;
    case 'ticketId':
      return names.number(random.pick(['OPS-', 'YARD-', 'CUS-']), 1010, 9980);
    case 'errorCode':
      return names.number(random.pick(['E', 'ERR_', 'TX-']), 1010, 9980);
    case 'commitId':
      return names.hex(7);
    case 'fileName':
      return `${random.pick(['map', 'fix', 'make', 'sort', 'read', 'tidy'])}${capital(random.pick(['codes', 'slots', 'weights', 'names', 'tides', 'pages', 'rows', 'labels']))}${names.number('', 2, 890)}.${random.pick(['ts', 'py', 'sql'])}`;
    case 'order':
      return names.number('PO-2026-', 1010, 9980);
    case 'assetTag':
      return names.number(random.pick(['FX', 'IT', 'HB']), 101_000, 998_000);
    case 'flag':
      return `${random.pick(['ENABLE', 'ALLOW', 'FORCE', 'SKIP'])}_${random.pick(['LEGACY', 'NIGHT', 'FAST', 'SILENT', 'SECOND'])}_${random.pick(['PATH', 'MODE', 'GATE', 'CHECK', 'WRITE'])}_${names.number('', 2, 890)}`;
  }
}

/** Marks that differ in one character or two, none of which anything else bears. */
function nearMarks({ names, random }: Stage, kind: LexicalKind['key'], id: string): string[] {
  if (kind === 'release') {
    const [major, minor, patch] = id.slice(1).split('.').map(Number) as [number, number, number];
    return [`v${major}.${minor}.${patch + 1}`, `v${major}.${minor + 1}.${patch}`, `v${major}.${minor - 1}.${patch}`];
  }
  const digits = [...id].flatMap((character, index) => (/\d/.test(character) ? [index] : []));
  const places = random.shuffle(digits);
  return places.slice(0, 3).map((place) => {
    const old = Number(id[place]);
    // Drawn through the register of names, so that no later mark can be the same.
    return names.mark(() => `${id.slice(0, place)}${(old + random.int(1, 8)) % 10}${id.slice(place + 1)}`);
  });
}
