import type { CauseStructure } from '../../contract/memory.ts';
import { day, hour, workingTime } from './calendar.ts';
import type { Incident, Stage } from './model.ts';
import type { Told } from './teller.ts';
import { causeTellings } from './voices/causes.ts';
import type { IncidentStory } from './voices/incidents.ts';
import { fill, type Telling } from './voices/telling.ts';
import { capital } from './words.ts';

/** How much of an incident is told: its cause only, what lay before or after it, a first diagnosis that fell, or no cause. */
export type IncidentShape = 'plain' | 'chain' | 'overturned' | 'unexplained' | 'quiet';

/** One incident for each of the given components. */
export function tellIncidents(
  stage: Stage,
  stories: readonly IncidentStory[],
  shapes: readonly IncidentShape[],
): Incident[] {
  return stories.flatMap((story, index) => {
    const component = stage.cast.components[index % stage.cast.components.length];
    const shape = shapes[index % shapes.length];
    return component && shape ? [tellIncident(stage, story, component, shape, index)] : [];
  });
}

/** A happening as a node of the causal graph: told with its component, since "the key had run out" may happen twice. */
function node(clause: string, component: string): string {
  return clause.includes(component) ? clause : `${component}: ${clause}`;
}

function tellIncident(
  { random, teller }: Stage,
  story: IncidentStory,
  component: string,
  shape: IncidentShape,
  index: number,
): Incident {
  const at = workingTime(random, 25 + ((index * 37) % 215));
  const name = { c: component };
  const clauses = {
    effect: fill(story.effect, name),
    cause: story.cause,
    root: story.root,
    sequel: story.sequel,
    wrong: story.wrong,
    beside: story.beside,
  };
  const slots = {
    ...name,
    ...clauses,
    effectCap: capital(clauses.effect, component),
    causeCap: capital(story.cause),
    rootCap: capital(story.root),
    sequelCap: capital(story.sequel),
    wrongCap: capital(story.wrong),
  };

  function tell(ways: readonly Telling[], after: number, cause?: CauseStructure): Told {
    return teller.tell({
      ways,
      slots,
      at: at + after,
      entities: [component],
      structure: () => (cause ? { cause } : {}),
    });
  }
  function claim(cause: string, effect: string, rest: Partial<CauseStructure> = {}): CauseStructure {
    return { cause: node(cause, component), effect: node(effect, component), ...rest };
  }

  const told = (when: readonly IncidentShape[], make: () => Told) => (when.includes(shape) ? make() : null);
  // A quiet incident is described in one place only, its report; what was seen is a line in a log.
  const seenWays = causeTellings.seen.filter(({ register }) => shape !== 'quiet' || register === 'log');
  const seen = teller.tell({
    ways: seenWays,
    slots,
    at,
    entities: [component],
    structure: () => ({ episode: { eventType: 'incident', environment: component } }),
  });
  return {
    story,
    component,
    at,
    seen,
    wrong: told(['overturned', 'unexplained'], () =>
      tell(causeTellings.wrong, 3 * hour, claim(story.wrong, clauses.effect, { claimType: 'inferred' })),
    ),
    beside: tell(causeTellings.beside, random.int(1, 4) * day),
    overturned: told(['overturned', 'unexplained'], () =>
      tell(causeTellings.overturned, 2 * day, claim(story.wrong, clauses.effect, { holds: false })),
    ),
    cause: told(['plain', 'chain', 'overturned', 'quiet'], () =>
      tell(
        causeTellings.cause,
        random.int(4, 8) * day,
        claim(story.cause, clauses.effect, { claimType: random.pick(['observed', 'reported', 'intervention']) }),
      ),
    ),
    root: told(['chain'], () =>
      tell(causeTellings.root, 10 * day, claim(story.root, story.cause, { claimType: 'reported' })),
    ),
    sequel: told(['chain'], () =>
      tell(causeTellings.sequel, 6 * day, claim(clauses.effect, story.sequel, { claimType: 'observed' })),
    ),
  };
}
