import { openEntityReads } from '../../projections/entities/entityReads.ts';
import { openFactReads } from '../../projections/facts/factReads.ts';
import type { Database } from '../../store/sqlite.ts';
import { holdingsAt } from '../../truth/questions.ts';
import { openSlotLinks } from './slotLinks.ts';

/** A fact that a question seems to be about, as it stands at an instant. Times are milliseconds since 1970. */
export interface HeldFact {
  readonly predicate: string;
  readonly value: string | number | boolean;
  /** When it was last said by whoever decides it, and when anything was last learnt about it. */
  readonly saidAt: number;
  readonly lastKnownAt: number;
  readonly contested: boolean;
  readonly validTo: number | null;
}

/** What memory holds about the names of a question, told without looking anything up for an answer. */
export interface Held {
  readonly names: readonly { readonly namespace: string; readonly name: string; readonly facts: number }[];
  readonly facts: readonly HeldFact[];
}

/** Names and slots beyond these are not weighed: whether to look is clear by then. */
const mostNames = 20;
const mostFacts = 4;
/** A slot that the words name less well than this is another one. */
const leastScore = 0.5;

/** Finds what the words of a question name: entities with how much is held about each, and the facts they ask for. */
export function openHeldFacts(db: Database): (text: string, namespaces: readonly string[], at: number) => Held {
  const entities = openEntityReads(db);
  const facts = openFactReads(db, entities);
  const linkSlots = openSlotLinks(db, { entities, facts });
  return (text, namespaces, at) => {
    const links = linkSlots(text, namespaces);
    const names = new Map(
      links.names.map(({ namespace, name }) => [JSON.stringify([namespace, name]), { namespace, name }]),
    );
    const slots = links.find([]).filter(({ score }) => score >= leastScore);
    return {
      names: [...names.values()].slice(0, mostNames).map(({ namespace, name }) => ({
        namespace,
        name,
        facts: facts.slotsOfSubject(namespace, name).length,
      })),
      facts: slots.slice(0, mostFacts).flatMap(({ slot }) => {
        const { rows, timeline } = facts.resolve(slot, { knownAt: null });
        const holding = holdingsAt(timeline, at).at(-1);
        if (holding === undefined) return [];
        const { segment, part } = holding;
        const deciding = rows.find(({ id }) => id === part.winner.id);
        return {
          predicate: slot.predicate,
          value: part.winner.value,
          saidAt: deciding?.observedAt ?? slot.lastKnownAt,
          lastKnownAt: slot.lastKnownAt,
          contested: part.contestedBy.length > 0,
          validTo: segment.to,
        };
      }),
    };
  };
}
