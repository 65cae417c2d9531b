import type { Assertion, Evidence, Fate, Relation, Witness, Word } from '../../main/truth/evidence.ts';

/**
 * The resolution rule as one would explain it, one instant at a time, by looking at everything for everything. It is
 * slow, shares no code with main/truth, and is what that is held against.
 */
export interface PlainTruth {
  why(id: string): Fate['why'];
  /** The values that hold at an instant: for each the assertion that decides, and who contests it. Denials hold nothing. */
  holding(at: number): { readonly winner: Assertion; readonly contestedBy: readonly string[] }[];
  /** The denial by which a value that would be the one at an instant is not; null where there is none. */
  denierAt(valueKey: string, at: number): Assertion | null;
  /** Whether the value of an assertion holds (of a denial: does not hold) somewhere in the time that is left to it. */
  stands(id: string, instants: readonly number[]): boolean;
}

export function plainTruth(evidence: Evidence, knownAt: number | null): PlainTruth {
  const everybody: Witness[] = [...evidence.assertions];
  for (const witness of evidence.witnesses) if (!everybody.some(({ id }) => id === witness.id)) everybody.push(witness);
  const known = everybody.filter((one) => knownAt === null || one.knownAt <= knownAt);
  const find = (id: string) => known.find((one) => one.id === id);
  const isLater = (a: Witness, b: Witness) => a.knownAt > b.knownAt || (a.knownAt === b.knownAt && a.seq > b.seq);

  /** What was never so was never so for all who had said it before, unless they count more. */
  const words: Pick<Word, 'by' | 'relation' | 'target'>[] = [...evidence.words];
  for (const never of evidence.assertions) {
    for (const one of evidence.assertions) {
      const speaksOfIt = never.denial === 'never' && one.denial === null && one.valueKey === never.valueKey;
      if (!speaksOfIt || !isLater(never, one) || band(one.authority) > band(never.authority)) continue;
      words.push({ by: never.id, relation: 'corrects', target: one.id });
    }
  }

  /** Everything that can take a life: words of denial, and the fall of sources. */
  const takings = words.filter(({ relation }) => relation !== 'supersedes').map(({ by, target }) => [by, target]);
  const conclusions = known.flatMap(({ id, derivedFrom }) => derivedFrom.map((source) => [source, id]));
  const threats = [...takings, ...conclusions];
  const life = new Map<string, boolean>();
  const quarrels = new Map<string, readonly Witness[]>();

  /** Those of some that depend on each other by some links, this one among them. */
  function circleOf(one: Witness, some: readonly Witness[], links: readonly (readonly unknown[])[]): Witness[] {
    const isBoth = (other: Witness) => reaches(links, some, one.id, other.id) && reaches(links, some, other.id, one.id);
    return some.filter((other) => other === one || isBoth(other));
  }

  /** Whether they were concluded from something else, and all of that has fallen. */
  function areGroundless(some: readonly Witness[]): boolean {
    const outside = some
      .flatMap(({ derivedFrom }) => derivedFrom)
      .filter((source) => !some.some(({ id }) => id === source));
    return outside.length > 0 && outside.every((source) => life.get(source) === false);
  }

  function isDenied(one: Witness): boolean {
    return one.invalid || takings.some(([by, target]) => target === one.id && by !== target && life.get(by ?? ''));
  }

  /** Whoever must fall, whatever becomes of those of whom it is still open. */
  function doomed(open: readonly Witness[]): Witness[] {
    const undenied = open.filter((one) => !isDenied(one));
    return open.filter((one) => isDenied(one) || areGroundless(circleOf(one, undenied, conclusions)));
  }

  for (let open = known; open.length > 0; open = known.filter(({ id }) => !life.has(id))) {
    const falling = doomed(open);
    for (const { id } of falling) life.set(id, false);
    if (falling.length > 0) continue;
    // Nothing that is settled decides any more: those come next who depend on nobody else that is open.
    const next = open.find((one) => {
      const circle = circleOf(one, open, threats);
      return open.every((other) => circle.includes(other) || !reaches(threats, open, other.id, one.id));
    });
    const circle = next === undefined ? [] : circleOf(next, open, threats);
    for (const one of circle.toSorted((a, b) => (isLater(a, b) ? -1 : 1))) {
      quarrels.set(one.id, circle);
      life.set(one.id, !isDenied(one) && !areGroundless([one]));
    }
  }

  const isAlive = (one: Witness) => life.get(one.id) === true;

  /** Why one does not stand: the weightiest of the words that count against it. */
  function whyDead(one: Witness): Fate['why'] {
    if (isAlive(one)) return null;
    const isSaid = (relation: Relation) =>
      words.some((word) => {
        const speaker = known.find(({ id }) => id === word.by && id !== one.id);
        if (word.relation !== relation || word.target !== one.id || speaker === undefined) return false;
        const counts = isLater(speaker, one) || !quarrels.get(one.id)?.includes(speaker);
        return counts && isAlive(speaker);
      });
    if (one.invalid || isSaid('distrusts')) return 'distrusted';
    if (isSaid('corrects')) return 'corrected';
    return isSaid('retracts') ? 'retracted' : 'unsupported';
  }

  const living = known.filter(isAlive);
  const assertions = evidence.assertions.filter(({ id }) => living.some((one) => one.id === id));
  const replacements = evidence.words
    .filter(({ relation, by, target }) => {
      const isSaid = living.some(({ id }) => id === by) && living.some(({ id }) => id === target);
      return relation === 'supersedes' && by !== target && isSaid;
    })
    .map((word) => [word.by, word.target, word] as const);

  function replacing(one: Assertion): Word[] {
    return replacements
      .filter(([by, target]) => {
        if (target !== one.id) return false;
        const speaker = find(by);
        const circle = reaches(replacements, living, by, target) && reaches(replacements, living, target, by);
        return speaker !== undefined && (!circle || isLater(speaker, one));
      })
      .map(([, , word]) => word);
  }

  function holdsAt(one: Assertion, at: number): boolean {
    const isOver = one.validTo !== null && at >= one.validTo;
    const isReplaced = replacing(one).some(
      (word) => band(word.authority) >= band(one.authority) && at >= word.from && !isDenialBy(word.by, one),
    );
    return one.validFrom <= at && !isOver && !isReplaced;
  }

  /** Whether the one who replaces it (or what was concluded from that one) ends its value by a denial that beats it. */
  function isDenialBy(id: string, one: Assertion): boolean {
    return assertions.some((denial) => {
      const speaks = denial.id === id || denial.derivedFrom.includes(id);
      return speaks && ends(denial, one) && beats(denial, one);
    });
  }

  function isMany(): boolean {
    const stated = assertions.filter(({ cardinality }) => cardinality !== null);
    const best = stated.find((one) =>
      stated.every(
        (other) =>
          other === one ||
          band(one.authority) > band(other.authority) ||
          (band(one.authority) === band(other.authority) && isLater(one, other)),
      ),
    );
    return best?.cardinality === 'many';
  }

  /**
   * From the strongest down, remembering what is denied, until somebody states a value that is not. Nothing that is older
   * than the first denial of a value that would have been the one may take its place.
   */
  function deciding(candidates: readonly Assertion[]): Decided | null {
    const denials: Assertion[] = [];
    let first: Decided | null = null;
    let since: number | null = null;
    for (const one of candidates.toSorted((a, b) => (beats(a, b) ? -1 : 1))) {
      if (one.denial !== null) denials.push(one);
      else if (since === null || one.validFrom >= since) {
        const against = denials.filter((denial) => ends(denial, one));
        const decided = { stated: one, denier: against[0] ?? null };
        if (decided.denier === null) return decided;
        first ??= decided;
        since = Math.max(since ?? -1, Math.min(...against.map(({ validFrom }) => validFrom)));
      }
    }
    return first;
  }

  function contestants(winner: Assertion, candidates: readonly Assertion[], at: number): string[] {
    const weaker = candidates.filter((one) => {
      const isOver = candidates.some((other) => ends(other, one) && beats(other, one));
      const disagrees = one.denial === null ? one.valueKey !== winner.valueKey && !isOver : ends(one, winner);
      return disagrees && band(one.authority) < band(winner.authority) && one.validFrom >= winner.validFrom;
    });
    const replacers = replacing(winner).filter((word) => {
      const claimsNow = word.from <= at && (word.until === null || at < word.until);
      const speaker = assertions.find(({ id }) => id === word.by);
      const says = speaker?.denial === null ? speaker.valueKey : null;
      return band(word.authority) < band(winner.authority) && claimsNow && says !== winner.valueKey;
    });
    const nevers = assertions.filter(
      (one) =>
        one.denial === 'never' &&
        one.valueKey === winner.valueKey &&
        isLater(one, winner) &&
        band(one.authority) < band(winner.authority),
    );
    return [...new Set([...[...weaker, ...nevers].map(({ id }) => id), ...replacers.map(({ by }) => by)])].sort();
  }

  function groupsAt(at: number): Assertion[][] {
    const candidates = assertions.filter((one) => one.denial !== 'never' && holdsAt(one, at));
    return isMany()
      ? [...new Set(candidates.map(({ valueKey }) => valueKey))].map((key) =>
          candidates.filter(({ valueKey }) => valueKey === key),
        )
      : [candidates];
  }

  function holding(at: number) {
    return groupsAt(at).flatMap((group) => {
      const decided = deciding(group);
      if (decided === null || decided.denier !== null) return [];
      return [{ winner: decided.stated, contestedBy: contestants(decided.stated, group, at) }];
    });
  }

  return {
    why(id) {
      const one = find(id);
      return one === undefined ? null : whyDead(one);
    },
    holding,
    denierAt(valueKey, at) {
      const decided = groupsAt(at).map(deciding);
      return decided.find((one) => one?.stated.valueKey === valueKey)?.denier ?? null;
    },
    stands(id, instants) {
      const one = assertions.find((assertion) => assertion.id === id);
      if (one === undefined) return false;
      const isHeld = (at: number) => holding(at).some(({ winner }) => winner.valueKey === one.valueKey);
      if (one.denial === 'never') return !instants.some(isHeld);
      return instants.some((at) => holdsAt(one, at) && isHeld(at) === (one.denial === null));
    },
  };
}

interface Decided {
  readonly stated: Assertion;
  readonly denier: Assertion | null;
}

function band(authority: number): number {
  if (authority >= 0.8) return 3;
  if (authority >= 0.5) return 2;
  return 1;
}

/** Whether one says of what another states that it is no longer so. */
function ends(denial: Assertion, one: Assertion): boolean {
  return denial.denial === 'no-longer' && one.denial === null && denial.valueKey === one.valueKey;
}

/** Whether one decides over another: band, then valid_from, then known_at, then place in the source, then seq. */
function beats(one: Assertion, other: Assertion): boolean {
  const mine = [band(one.authority), one.validFrom, one.knownAt, one.sourceSeq, one.place, one.seq];
  const theirs = [band(other.authority), other.validFrom, other.knownAt, other.sourceSeq, other.place, other.seq];
  const first = mine.findIndex((number, at) => number !== theirs[at]);
  return first >= 0 && Number(mine[first]) > Number(theirs[first]);
}

/** Whether a chain of links among known witnesses leads from one to the other. */
function reaches(links: readonly (readonly unknown[])[], known: readonly Witness[], from: string, to: string): boolean {
  const isKnown = (id: unknown) => known.some((one) => one.id === id);
  const found = new Set<unknown>([from]);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [source, target] of links) {
      if (found.has(source) && isKnown(source) && isKnown(target)) found.add(target);
      if (found.has(source) && source !== target && target === to && isKnown(target)) return true;
    }
    if (found.size === before) return false;
  }
  return false;
}
