import type { Assertion, Evidence, Fate, Relation, Witness, Word } from '../../main/truth/evidence.ts';

/**
 * The resolution rule as one would explain it, one instant at a time, by looking at everything for everything. It is
 * slow, shares no code with main/truth, and is what that is held against.
 */
export interface PlainTruth {
  why(id: string): Fate['why'];
  /** The values that hold at an instant: for each the assertion that decides, and who contests it. */
  holding(at: number): { readonly winner: Assertion; readonly contestedBy: readonly string[] }[];
  /** Whether the value of an assertion holds somewhere in the time that is left to it. */
  stands(id: string, instants: readonly number[]): boolean;
}

export function plainTruth(evidence: Evidence, knownAt: number | null): PlainTruth {
  const everybody: Witness[] = [...evidence.assertions];
  for (const witness of evidence.witnesses) if (!everybody.some(({ id }) => id === witness.id)) everybody.push(witness);
  const known = everybody.filter((one) => knownAt === null || one.knownAt <= knownAt);
  const find = (id: string) => known.find((one) => one.id === id);
  const isLater = (a: Witness, b: Witness) => a.knownAt > b.knownAt || (a.knownAt === b.knownAt && a.seq > b.seq);

  /** Everything that can take a life: words of denial, and the fall of sources. */
  const threats = [
    ...evidence.words.filter(({ relation }) => relation !== 'supersedes').map(({ by, target }) => [by, target]),
    ...known.flatMap(({ id, derivedFrom }) => derivedFrom.map((source) => [source, id])),
  ];
  const inCircle = (a: string, b: string) => reaches(threats, known, a, b) && reaches(threats, known, b, a);
  const mayDecide = (a: Witness, b: Witness) => a.id !== b.id && (!inCircle(a.id, b.id) || isLater(a, b));

  function deniedBy(one: Witness, relation: Relation): boolean {
    return evidence.words.some((word) => {
      const speaker = find(word.by);
      return (
        word.relation === relation &&
        word.target === one.id &&
        speaker !== undefined &&
        mayDecide(speaker, one) &&
        isAlive(speaker)
      );
    });
  }

  function hasLost(one: Witness, source: string): boolean {
    const from = find(source);
    return from !== undefined && mayDecide(from, one) && !isAlive(from);
  }

  function whyDead(one: Witness): Fate['why'] {
    if (one.invalid || deniedBy(one, 'distrusts')) return 'distrusted';
    if (deniedBy(one, 'corrects')) return 'corrected';
    if (deniedBy(one, 'retracts')) return 'retracted';
    const isGroundless = one.derivedFrom.length > 0 && one.derivedFrom.every((source) => hasLost(one, source));
    return isGroundless ? 'unsupported' : null;
  }

  function isAlive(one: Witness): boolean {
    return whyDead(one) === null;
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
    const isReplaced = replacing(one).some((word) => band(word.authority) >= band(one.authority) && at >= word.from);
    return one.validFrom <= at && !isOver && !isReplaced;
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

  function winnerOf(candidates: readonly Assertion[]): Assertion | undefined {
    return candidates.find((one) => candidates.every((other) => other === one || beats(one, other)));
  }

  function contestants(winner: Assertion, candidates: readonly Assertion[], at: number): string[] {
    const weaker = candidates.filter(
      (one) =>
        one.valueKey !== winner.valueKey &&
        band(one.authority) < band(winner.authority) &&
        one.validFrom >= winner.validFrom,
    );
    const replacers = replacing(winner).filter((word) => {
      const claimsNow = word.from <= at && (word.until === null || at < word.until);
      const says = assertions.find(({ id }) => id === word.by)?.valueKey;
      return band(word.authority) < band(winner.authority) && claimsNow && says !== winner.valueKey;
    });
    return [...new Set([...weaker.map(({ id }) => id), ...replacers.map(({ by }) => by)])].sort();
  }

  function holding(at: number) {
    const candidates = assertions.filter((one) => holdsAt(one, at));
    const groups = isMany()
      ? [...new Set(candidates.map(({ valueKey }) => valueKey))].map((key) =>
          candidates.filter(({ valueKey }) => valueKey === key),
        )
      : [candidates];
    return groups.flatMap((group) => {
      const winner = winnerOf(group);
      return winner === undefined ? [] : [{ winner, contestedBy: contestants(winner, group, at) }];
    });
  }

  return {
    why(id) {
      const one = find(id);
      return one === undefined ? null : whyDead(one);
    },
    holding,
    stands(id, instants) {
      const one = assertions.find((assertion) => assertion.id === id);
      return (
        one !== undefined &&
        instants.some((at) => holdsAt(one, at) && holding(at).some(({ winner }) => winner.valueKey === one.valueKey))
      );
    },
  };
}

function band(authority: number): number {
  if (authority >= 0.8) return 3;
  if (authority >= 0.5) return 2;
  return 1;
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
