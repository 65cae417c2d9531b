import { stronglyConnected } from './components.ts';

/** On whom it depends whether one stands, all by their places in the order in which they became known. */
export interface Dependent {
  readonly isInvalid: boolean;
  /** Those who deny it its life, should they stand. */
  readonly deniers: readonly number[];
  /** What it was concluded from; null for what is not known. */
  readonly sources: readonly (number | null)[];
}

/** By place. */
export interface Standing {
  readonly stands: readonly boolean[];
  /** The number of the circle with which it was settled; null where it fell by what is outside of any. */
  readonly circles: readonly (number | null)[];
}

/**
 * Who stands among those who depend on each other, the ones on whom others depend first. Of a circle those fall first
 * whom something outside fells: they close it no longer, so that what is left is looked at anew. Where nothing outside
 * decides, the members of a circle are settled one after the other, the latest first. A look takes O(n) and is only at
 * what is left of one circle.
 */
export function standingAmong(dependents: readonly Dependent[]): Standing {
  const stands = new Array<boolean | null>(dependents.length).fill(null);
  const circles = new Array<number | null>(dependents.length).fill(null);
  const numbers = new Array<number>(dependents.length).fill(-1);

  const isOpen = (place: number) => stands[place] === null;
  const deniersOf = (place: number) => dependents[place]?.deniers ?? [];
  const sourcesOf = (place: number) => (dependents[place]?.sources ?? []).filter((source) => source !== null);
  const isDenied = (place: number) =>
    dependents[place]?.isInvalid === true || deniersOf(place).some((denier) => stands[denier] === true);

  /** Whether these rest on something else, and all of that has fallen. */
  function isGroundless(conclusions: readonly number[]): boolean {
    const own = new Set<number | null>(conclusions);
    const grounds = conclusions
      .flatMap((place) => dependents[place]?.sources ?? [])
      .filter((source) => !own.has(source));
    return grounds.length > 0 && grounds.every((source) => source !== null && stands[source] === false);
  }

  /** The circles among open ones, each after all those on which it depends. */
  function circlesAmong(open: readonly number[], dependsOn: (place: number) => readonly number[]): number[][] {
    for (const [number, place] of open.entries()) numbers[place] = number;
    const edges = open.map((place) =>
      dependsOn(place)
        .filter(isOpen)
        .map((other) => numbers[other] ?? -1),
    );
    return stronglyConnected(edges).map((members) => members.map((number) => open[number] ?? -1));
  }

  /** Settles those of a circle whom something outside fells; returns the others. */
  function withoutFelled(circle: readonly number[]): number[] {
    for (const place of circle.filter(isDenied)) stands[place] = false;
    for (const conclusions of circlesAmong(circle.filter(isOpen), sourcesOf)) {
      if (isGroundless(conclusions)) for (const place of conclusions) stands[place] = false;
    }
    return circle.filter(isOpen);
  }

  function settle(circle: readonly number[], number: number): void {
    for (const place of circle.toSorted((a, b) => b - a)) {
      stands[place] = !isDenied(place) && !isGroundless([place]);
      circles[place] = number;
    }
  }

  const dependsOn = (place: number) => [...deniersOf(place), ...sourcesOf(place)];
  const waiting = circlesAmong([...dependents.keys()], dependsOn).reverse();
  for (let circle = waiting.pop(), looks = 0; circle !== undefined; circle = waiting.pop(), looks++) {
    const rest = withoutFelled(circle);
    if (rest.length === circle.length) settle(rest, looks);
    else for (const smaller of circlesAmong(rest, dependsOn).reverse()) waiting.push(smaller);
  }
  return { stands: stands.map((one) => one === true), circles };
}
