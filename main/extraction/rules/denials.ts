import type { Denial } from '../../contract/memory.ts';
import type { Found, Sentence } from '../extraction.ts';
import { factOf } from '../facts.ts';
import { bare, type Slot } from '../phrases.ts';
import { isHolding, roleOf } from './owners.ts';
import { personOf } from './people.ts';

/**
 * What is said to hold no longer, or never to have held. Each is told in the slot of the value that it denies, so that it
 * ends there what was stated before; of a tie of which there may be many it ends the one.
 */
export function denial(sentence: Sentence, holds: Denial, slot: Slot, value: string, cardinality?: 'many'): Found {
  const fact = { ...factOf(sentence, slot, value, [slot.subject], cardinality), holds };
  const { validFrom: _from, validTo: _to, ...always } = fact;
  return { rule: `end/${holds}`, family: 'change', fact: holds === 'never' ? always : fact };
}

/** That somebody holds something no longer, or never held it; nothing where the two are no holder and thing. */
export function holding(sentence: Sentence, holds: Denial, thing: string, holder: string, word: string): Found[] {
  const predicate = roleOf(word);
  if (predicate === null || !isHolding({ thing, holder, word })) return [];
  return [denial(sentence, holds, { subject: bare(thing), predicate }, holder)];
}

/** That a person is no member of a group. */
export function memberOf(sentence: Sentence, holds: Denial, who: string, what: string): Found[] {
  const person = personOf(who, sentence);
  const group =
    /^(?:the )?(?:[\p{L}\d-]+ ){0,3}(?:team|group|department|squad|crew|guild|committee|board|band|club|council|party|project)$/iu;
  if (person === null || !group.test(what) || !bare(what).includes(' ')) return [];
  return [denial(sentence, holds, { subject: person, predicate: 'member of' }, what, 'many')];
}
