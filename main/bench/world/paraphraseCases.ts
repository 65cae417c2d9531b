import { workingTime } from './calendar.ts';
import { knobs } from './knobs.ts';
import type { ParaphraseCase, Stage } from './model.ts';
import type { Told } from './teller.ts';
import type { Forms } from './voices/frames.ts';
import type { ParaphraseStory } from './voices/paraphrases.ts';
import { sealedParaphrases } from './voices/sealedPhrases.ts';
import type { Register, Slots } from './voices/telling.ts';
import { contentStems } from './words.ts';

/** All ways in which a story is asked for; a search box gets the noun phrase without its article. */
export function formsOf(story: ParaphraseStory): Forms {
  return { ask: [story.ask], clause: [story.clause], key: [story.np.replace(/^the /, '')] };
}

/** Tells each story once, with near-misses where probes need them. */
export function tellParaphrases(stage: Stage, stories: readonly ParaphraseStory[]): ParaphraseCase[] {
  return stories.map((story) => tellStory(stage, story));
}

/** Registers in which a plain sentence reads naturally. */
const registers: readonly Register[] = ['note', 'mail', 'report', 'minutes', 'ticket', 'chat'];

function tellStory(stage: Stage, story: ParaphraseStory): ParaphraseCase {
  const { random, teller, scale } = stage;
  const slots = actors(stage);
  const others = actors(stage, slots);
  const asked = [...Object.values(formsOf(story)), ...Object.values(sealedParaphrases[story.key] ?? {})].flat();
  const avoid = contentStems(asked.join(' '));

  function tell(text: string, filling: Slots, guarded: boolean): Told {
    return teller.tell({
      ways: registers.map((register) => ({ register, text })),
      slots: filling,
      at: workingTime(random, random.int(5, 262)),
      entities: [...text.matchAll(/\{(\w+)\}/g)].map(([, slot = '']) => filling[slot] ?? '').filter(Boolean),
      ...(guarded ? { avoid, asides: knobs.paraphraseAsides } : {}),
    });
  }

  const gold = tell(story.told, slots, true);
  if (!scale.nearMisses) return { story, slots, gold, semantic: [], lexical: [] };
  // A question that names its subject can stand the very same story of somebody else.
  const semantic = [tell(story.near, { ...slots, ...second(others) }, true), tell(story.told, others, true)];
  return { story, slots, gold, semantic, lexical: [tell(story.lexical, slots, false)] };
}

function actors({ random, cast }: Stage, except: Slots = {}): Slots {
  const draw = (from: readonly string[], slot: string) => random.pick(from.filter((name) => name !== except[slot]));
  return {
    c: draw(cast.components, 'c'),
    p: draw(cast.projects, 'p'),
    k: draw(cast.customers, 'k'),
    v: draw(cast.vendors, 'v'),
    t: draw(cast.teams, 't'),
  };
}

function second(slots: Slots): Slots {
  return Object.fromEntries(Object.entries(slots).map(([slot, name]) => [`${slot}2`, name]));
}
