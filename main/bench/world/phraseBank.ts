import { knobs } from './knobs.ts';
import type { Draft } from './probes/draft.ts';
import type { Random } from './random.ts';
import type { Forms, Frame, Shape, Voice } from './voices/frames.ts';
import { openForms, openFrames } from './voices/phrases.ts';
import { sealedForms, sealedFrames } from './voices/sealedPhrases.ts';
import { fill } from './voices/telling.ts';
import { capital, contentStems, overlap } from './words.ts';

export interface Worded {
  readonly query: string;
  readonly phrasing: string;
  readonly sealed: boolean;
  readonly register: Voice;
}

export interface PhraseBank {
  /** Words for a draft; every phrasing is used at most `knobs.phrasingRepeats` times, and frames take turns. */
  word(draft: Draft, sealed: boolean): Worded;
  /** Whether the sealed bank has a form for it. */
  hasSealed(draft: Draft): boolean;
}

interface Choice {
  readonly frame: Frame;
  readonly frameIndex: number;
  readonly form: string;
  readonly phrasing: string;
}

export function createPhraseBank(random: Random): PhraseBank {
  const used = new Map<string, number>();
  const count = (key: string) => used.get(key) ?? 0;

  function formsFor(draft: Draft, sealed: boolean): Forms {
    if (draft.forms) return sealed ? draft.forms.sealed : draft.forms.open;
    return (sealed ? sealedForms : openForms)[draft.intent] ?? {};
  }

  function choices(draft: Draft, sealed: boolean): Choice[] {
    const forms = formsFor(draft, sealed);
    const bank = sealed ? sealedFrames : openFrames;
    return bank.flatMap((frame, frameIndex) =>
      (forms[frame.shape] ?? []).map((form, formIndex) => ({
        frame,
        frameIndex,
        form,
        phrasing: `${sealed ? 'sealed' : 'open'}.${draft.intent}.${frame.shape}${formIndex + 1}.${frameIndex + 1}`,
      })),
    );
  }

  function word(draft: Draft, sealed: boolean): Worded {
    const fitting = random
      .shuffle(choices(draft, sealed))
      .filter(({ phrasing }) => count(phrasing) < knobs.phrasingRepeats)
      .sort((a, b) => frameUse(a, draft) - frameUse(b, draft));
    for (const choice of fitting) {
      const query = phrase(choice, draft, random);
      if (draft.family === 'B' && sharesWords(query, draft)) continue;
      for (const key of [choice.phrasing, frameKey(choice, draft.family), frameKey(choice, '*'), choice.frame.shape]) {
        used.set(key, count(key) + 1);
      }
      return { query, phrasing: choice.phrasing, sealed, register: choice.frame.voice };
    }
    throw new Error(`no phrasing left for ${draft.family} ${draft.intent}`);
  }

  const frameKey = ({ frame }: Choice, family: string) => `${family}:${frame.text}:${frame.shape}`;
  /** Least used in the family first, then least used of all. */
  const frameUse = (choice: Choice, draft: Draft) =>
    count(frameKey(choice, draft.family)) * 10 + count(frameKey(choice, '*'));

  return { word, hasSealed: (draft) => choices(draft, true).length > 0 };
}

/** Puts the matter into its frame; a sentence starts with a capital unless its writer does not care. */
function phrase({ frame, form }: Choice, draft: Draft, random: Random): string {
  const matter = fill(form, draft.slots);
  const starts = /(^|[.?!]\s+)\{\}/.test(frame.text) && frame.shape !== 'key';
  const careless = frame.voice === 'operator' && random.chance(0.5);
  const named = [...draft.names, draft.slots.id].some((name) => name !== undefined && matter.startsWith(name));
  return frame.text.replace('{}', () => (starts && !careless && !named ? capital(matter) : matter));
}

function sharesWords(query: string, draft: Draft): boolean {
  const asked = contentStems(query, draft.names);
  return draft.gold.some(({ object }) => overlap(asked, contentStems(object.text ?? '', draft.names)).length > 0);
}

/** The shapes that a form may take, for counts of the bank. */
export const shapes: readonly Shape[] = ['ask', 'clause', 'np', 'key'];
