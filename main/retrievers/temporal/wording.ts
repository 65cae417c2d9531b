/**
 * How the predicate of a slot is said between its subject and a value, in the present or the past: `timeout` as “is”
 * behind the name “Worker timeout”, `uses` as “uses”, `married to` as “is married to”.
 */
export interface Wording {
  /** What the sentence is about. */
  readonly name: string;
  /** The predicate is a verb of its own: nothing “becomes” a married to. */
  readonly verbal: boolean;
  verb(past: boolean): string;
}

export function wordingOf(subject: string, predicate: string): Wording {
  const words = predicate.replace(/[_\s]+/g, ' ').trim();
  // `Worker timeout` with the predicate `value` is Worker timeout.
  if (/^(?:value|is|=)$/i.test(words)) return { name: subject, verbal: false, verb: be };
  const [first = '', ...others] = words.split(' ');
  const rest = others.map((word) => ` ${word}`).join('');
  const behind = others.length > 0 && prepositions.has(others.at(-1)?.toLowerCase() ?? '');
  const says = (verb: Wording['verb']): Wording => ({ name: subject, verbal: true, verb });
  if (/^(?:is|are|was|were)$/i.test(first)) return says((past) => `${be(past)}${rest}`);
  if (actsDone.has(first.toLowerCase()) && (behind || others.length === 0)) return says(() => words);
  if (actives.has(first.toLowerCase()) || (behind && /[^s]s$/i.test(first) && !behindNouns.test(rest))) {
    return says((past) => (past ? `${pastOf(first)}${rest}` : words));
  }
  if (behind) return says((past) => `${be(past)} ${words}`);
  return { name: `${subject} ${words}`, verbal: false, verb: be };
}

function be(past: boolean): string {
  return past ? 'was' : 'is';
}

const prepositions = new Set('in at by on for to with of from as under into about after against over'.split(' '));

/** “Members of” is no verb. */
const behindNouns = /^ of$/i;

/** Verbs of the third person without a preposition; what else ends in an s is a noun: `status`, `opening hours`. */
const actives = new Set(
  `uses owns runs needs requires supports contains includes likes loves prefers plays speaks manages leads maintains hosts
   provides follows reports employs knows teaches studies wants eats drinks drives writes reads sells buys makes serves
   covers replaces imports exports calls extends implements powers holds keeps has sponsors embeds bundles`.split(
    /\s+/,
  ),
);

/** Acts that are told in the past, and are not done to the subject. */
const actsDone = new Set(
  `studied moved graduated grew worked lived joined visited started bought adopted read founded acquired wrote created
   designed directed invented went came became`.split(/\s+/),
);

/** Past forms that no rule makes. */
const irregular: Readonly<Record<string, string>> = {
  runs: 'ran',
  leads: 'led',
  speaks: 'spoke',
  knows: 'knew',
  teaches: 'taught',
  eats: 'ate',
  drinks: 'drank',
  drives: 'drove',
  writes: 'wrote',
  reads: 'read',
  sells: 'sold',
  buys: 'bought',
  makes: 'made',
  holds: 'held',
  keeps: 'kept',
  has: 'had',
  goes: 'went',
  comes: 'came',
  sits: 'sat',
  stands: 'stood',
  feeds: 'fed',
  prefers: 'preferred',
};

/** “Depends” as “depended”, “lives” as “lived”, “studies” as “studied”, “plays” as “played”. */
function pastOf(verb: string): string {
  const known = irregular[verb.toLowerCase()];
  if (known !== undefined) return known;
  const base = verb.replace(/ies$/i, 'i').replace(/s$/i, '');
  return base.endsWith('e') ? `${base}d` : `${base}ed`;
}
