import { gluedKey, nameKey, nameTokens } from '../../language/names.ts';
import { overlaps, type Span } from '../../language/span.ts';
import { parseValue } from '../../language/values.ts';
import type { EntityReads, LinkedName } from '../../projections/entities/entityReads.ts';
import type { FactReads, SlotSummary } from '../../projections/facts/factReads.ts';
import { openSubjectSearch, stemOf } from '../../projections/facts/subjectTerms.ts';
import { stopWords } from '../../projections/keywords/stopWords.ts';
import type { Database } from '../../store/sqlite.ts';
import { measurePredicate, saysLittle } from './predicateMatch.ts';

/** A slot that a question may be about. */
export interface LinkedSlot {
  readonly slot: SlotSummary;
  /** 0–1: how well the words name it. */
  readonly score: number;
  /** How many content words of the question name its predicate: the more, the closer. */
  readonly words: number;
  /** Whether all that its predicate says is in the question. */
  readonly whole: boolean;
  /** Letters of the question that name the subject. */
  readonly named: number;
  /** Where the subject is named, in one place or more; empty where only a value is. */
  readonly subjectAt: readonly Span[];
  /** The question's own name of the subject, where the slot was stated under another. */
  readonly calledBy?: string | undefined;
  /** Stems of the question that name the predicate. */
  readonly predicateStems: ReadonlySet<string>;
}

/** Words of the question, with their places and stems. */
interface Word extends Span {
  readonly shown: string;
  readonly token: string;
  readonly stem: string;
  readonly content: boolean;
}

export interface SlotLinks {
  readonly names: readonly LinkedName[];
  /** Best first; equals side by side. `excluded` are places that name nothing, such as dates. */
  find(excluded: readonly Span[]): LinkedSlot[];
}

/**
 * Links a question to slots: its subject by name or alias (versions exactly), or by the stems of its words where they
 * stand apart; its predicate by its words, its aliases and what the question word implies.
 */
export function openSlotLinks(
  db: Database,
  { entities, facts }: { readonly entities: EntityReads; readonly facts: FactReads },
): (text: string, namespaces: readonly string[]) => SlotLinks {
  const searchSubjects = openSubjectSearch(db);
  // A predicate's alias may have been given by an edge, which knows of entities alone.
  const selectNames = db.prepare<{ namespace: string; keys: string }, { key: string; name: string }>(
    `SELECT n.key, other.name FROM json_each($keys) asked
       CROSS JOIN names n ON n.namespace = $namespace AND n.sort IN ('entity', 'predicate') AND n.key = asked.value
       CROSS JOIN names other ON other.namespace = $namespace AND other.entity = n.entity`,
  );

  /** The predicates of some slots by all their names, as they are written; in one reading. */
  function namesOf(namespace: string, slots: readonly SlotSummary[]): (slot: SlotSummary) => string[] {
    const keys = JSON.stringify([...new Set(slots.map(({ predicate }) => nameKey(predicate)))]);
    const found = Map.groupBy(selectNames.all({ namespace, keys }), ({ key }) => key);
    return ({ predicate }) => {
      const others = (found.get(nameKey(predicate)) ?? []).map(({ name }) => name);
      return [...new Set([predicate, ...others])];
    };
  }

  /** The slots of subjects that a name means, scored by the rest of the question. */
  function slotsOf(namespace: string, subject: string, own: readonly Word[], words: readonly Word[]): LinkedSlot[] {
    const others = words.filter((word) => !own.includes(word));
    const stems = new Set(others.map(({ stem }) => stem));
    const telling = new Set(others.filter(({ content, stem }) => content && !saysLittle(stem)).map(({ stem }) => stem));
    const named = own.reduce((sum, { token }) => sum + token.length, 0);
    const at = [...new Map(own.map((word) => [word.start, word])).values()];
    const slots = facts.slotsOfSubject(namespace, subject);
    const names = namesOf(namespace, slots);
    return slots.flatMap((slot) => {
      const match = measurePredicate(names(slot), stems);
      // A predicate that says nothing of its own (`name`, `value`) is meant by a question about the subject alone.
      if (match === null || (match.words === 0 && telling.size > mostBesides)) return [];
      const { score, words: met, whole, stems: predicateStems } = match;
      return [{ slot, score, words: met, whole, named, subjectAt: at, predicateStems }];
    });
  }

  /** Names that stand apart: “release 8 of AlmaLinux” is `almalinux 8`. */
  function besides(name: LinkedName, words: readonly Word[]): { subject: string; at: Span }[] {
    const begun = name.keys.filter((key) => entities.begins(name.namespace, key));
    if (begun.length === 0) return [];
    const free = words.filter((word) => !overlaps(word, name));
    return free.flatMap((first, from) =>
      free.slice(from, from + mostWordsBeside).flatMap((last, more) => {
        const run = free.slice(from, from + more + 1);
        const at = { start: first.start, end: last.end };
        if (!first.content || !last.content || overlaps(at, name)) return [];
        const spelled = [...new Map(run.map(({ start, shown }) => [start, shown])).values()].join(' ');
        const whole = begun.map((key) => `${key} ${nameKey(spelled)}`);
        return whole.filter((key) => entities.isName(name.namespace, key)).map((subject) => ({ subject, at }));
      }),
    );
  }

  /** Subjects all of whose words are in the question, wherever and however they are inflected. */
  function strewn(namespace: string, words: readonly Word[]): LinkedSlot[] {
    const asked = new Set(words.map(({ stem }) => stem));
    return searchSubjects(namespace, asked).flatMap(({ subjectKey, stems }) => {
      const own = words.filter(({ stem }) => stems.has(stem));
      const others = words.filter((word) => !own.includes(word));
      if (own.some((word) => isContinued(word, others))) return [];
      // Each of its words once: "pixel Pixel 6" is not `pixel 6`. A name written in one piece is closer than the same strewn.
      const once = [...new Map(own.map((word) => [word.stem, word])).values()];
      return slotsOf(namespace, subjectKey, once, words).map((slot) => ({ ...slot, named: slot.named - 1 }));
    });
  }

  return (text, namespaces) => {
    const names = entities.link(namespaces, text);
    return {
      names,
      find(excluded) {
        const words = wordsOf(text).filter((word) => !excluded.some((span) => overlaps(span, word)));
        const whole = names.filter((name) => !isContinued(name, words) && !excluded.some((span) => holds(span, name)));
        const direct = whole.flatMap((name) => {
          const called = text.slice(name.start, name.end);
          return slotsOf(name.namespace, name.name, within(words, [name]), words).map((linked) => {
            const known = nameTokens(linked.slot.subject);
            const isOther = !nameTokens(called).every((token) => known.includes(token));
            return isOther ? { ...linked, calledBy: called } : linked;
          });
        });
        // A name that no slot is about may be one half of a longer name: "java17" beside "AWS Lambda".
        const idle = names.filter(
          (name) => !direct.some(({ subjectAt }) => subjectAt.some((at) => overlaps(at, name))),
        );
        const apart = idle.flatMap((name) =>
          besides(name, words).flatMap(({ subject, at }) =>
            slotsOf(name.namespace, subject, within(words, [name, at]), words),
          ),
        );
        return inOrder([...direct, ...apart, ...namespaces.flatMap((namespace) => strewn(namespace, words))]);
      },
    };
  };
}

/** Words beside its subject that a question may have and still ask for no property in particular. */
const mostBesides = 2;

/** A subject's own name may have so many words beside the name that is known. */
const mostWordsBeside = 6;

/** “AlmaLinux 8.5” does not name `almalinux`: a figure right behind a name belongs to it, unless it counts a unit. */
function isContinued(name: Span, words: readonly Word[]): boolean {
  const next = words.find(({ start }) => start >= name.end);
  if (next === undefined || next.start - name.end > 1 || !/^v?\d/.test(next.shown)) return false;
  const unit = words.find(({ start }) => start >= next.end);
  const figure = unit?.content ? `${next.shown} ${unit.shown}` : next.shown;
  return parseValue(next.shown).kind !== 'quantity' && parseValue(figure).kind !== 'quantity';
}

function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function within(words: readonly Word[], spans: readonly Span[]): Word[] {
  return words.filter((word) => spans.some((span) => overlaps(word, span)));
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/\S+/gu)].slice(0, mostWords).flatMap(({ 0: run, index }) => {
    const inner = /^[^\p{L}\p{M}\p{N}]*(.*?)[^\p{L}\p{M}\p{N}+#]*$/su.exec(run)?.[1] ?? '';
    if (inner === '') return [];
    const start = index + run.indexOf(inner);
    const tokens = new Set([...nameTokens(inner), ...gluedKey(inner).split(' ')]);
    return [...tokens].map((token) => ({
      start,
      end: start + inner.length,
      shown: inner,
      token,
      stem: stemOf(token),
      content: !stopWords.has(token),
    }));
  });
}

/** A page pasted as a question is read by its beginning. */
const mostWords = 200;

/** By how much of the question names the slot; of equals the one spoken of last. One slot once. */
function inOrder(found: readonly LinkedSlot[]): LinkedSlot[] {
  const distinct = new Map<string, LinkedSlot>();
  for (const one of [...found].sort(byCloseness)) {
    const key = JSON.stringify([one.slot.namespace, [...one.slot.keys].sort()]);
    if (!distinct.has(key)) distinct.set(key, one);
  }
  return [...distinct.values()];
}

function byCloseness(a: LinkedSlot, b: LinkedSlot): number {
  return closeness(b) - closeness(a) || b.slot.lastKnownAt - a.slot.lastKnownAt;
}

/** Equal for slots between which the words of the question do not decide. */
export function closeness({ score, words, named }: LinkedSlot): number {
  return Math.round(1000 * (words + score)) + named;
}
