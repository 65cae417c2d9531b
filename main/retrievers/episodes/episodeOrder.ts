import { findDates } from '../../language/dates.ts';
import { nameKey, nameTokens } from '../../language/names.ts';
import { type EntityReads, openEntityReads } from '../../projections/entities/entityReads.ts';
import { openEpisodeReads } from '../../projections/episodes/episodeReads.ts';
import { readQuestion, tokenize } from '../../projections/keywords/tokenize.ts';
import type { Database } from '../../store/sqlite.ts';
import type { Candidate, PathQuery, PathResult, QueryTerm } from '../path.ts';
import { heldBy, openEpisodeMatch } from './episodeMatch.ts';
import { asksOnlyForAnEvent, type EpisodeQuestion, readEpisodeQuestion } from './episodeQuestion.ts';

/**
 * Whether a recorded episode is by whom, at the time and at the place that a question names; null where the question
 * names none, or nobody wrote down who or where it was. `turn`: of those that meet the words best, whether it is the
 * first or last one that is asked for; null where no turn is asked for, and for all others.
 */
export interface EpisodeFit {
  readonly who: boolean | null;
  readonly when: boolean | null;
  readonly where: boolean | null;
  readonly turn: boolean | null;
}

/** Episodes of a time that are looked at, and those that are proposed although their words did not do so. */
const mostWithin = 200;
const mostAdded = 20;
const dayMs = 86_400_000;

/**
 * Orders the recorded episodes among what the words propose. People, times and places tell near-identical episodes apart,
 * and their words do not: an episode by whom and when the question says comes before all other episodes, one by someone
 * else or at another time behind everything. Where no episode fits, nothing moves. Those of a time that is named are
 * proposed too where they meet the words as `episodes.find` wants it. Each carries its fit as the signal `episode`.
 * Words that ask for the first or the last of them are met by its place, so that no text has to hold them.
 */
export function openEpisodeOrder(db: Database): (query: PathQuery, found: PathResult) => PathResult {
  const entities = openEntityReads(db);
  const reads = openEpisodeReads(db);
  const match = openEpisodeMatch(db);
  const columns = `e.item, e.namespace, e.summary, e.actors, e.environment, e.occurred_at AS "from",
    coalesce(e.ended_at, e.occurred_at) AS "to"`;
  const selectAny = db.prepare<[string], number>('SELECT 1 FROM episodes WHERE namespace = ? LIMIT 1').pluck();
  const selectOf = db.prepare<[string], EpisodeRow>(
    `SELECT ${columns} FROM json_each(?) asked CROSS JOIN episodes e ON e.item = asked.value`,
  );
  const selectWithin = db.prepare<[string, number, number, number], EpisodeRow>(
    `SELECT ${columns} FROM episodes e WHERE e.namespace = ? AND e.occurred_at >= ? AND e.occurred_at < ?
     ORDER BY e.occurred_at DESC LIMIT ?`,
  );

  /** Recorded episodes among the candidates and in the times that the question names, by their rows. */
  function episodesFor({ namespaces }: PathQuery, found: PathResult, { spans }: EpisodeQuestion) {
    const proposed = selectOf.all(JSON.stringify(found.candidates.map(({ rowid }) => rowid)));
    const within = namespaces.flatMap((namespace) =>
      spans.flatMap(({ from, to }) => selectWithin.all(namespace, from - dayMs, to, mostWithin)),
    );
    return new Map([...proposed, ...within].map((row) => [row.item, toldOf(row)]));
  }

  /** Episodes that fit and meet the words, although the words did not propose them. */
  function added(told: readonly Told[], question: EpisodeQuestion, includeHistorical: boolean): number[] {
    const actors = told.flatMap((one) => one.actors);
    const meets = told.filter(({ item, namespace }) => {
      const episode = reads.episode(item);
      if (episode === null || !(episode.view.isCurrent || includeHistorical)) return false;
      return match.read(question, namespace, actors).meets(episode).missing === null;
    });
    return meets.slice(0, mostAdded).map(({ item }) => item);
  }

  /** Of the episodes that meet the words best and are no others by whom, when or where: which has the turn asked for. */
  function withTurns(
    fits: ReadonlyMap<number, EpisodeFit>,
    episodes: ReadonlyMap<number, Told>,
    question: EpisodeQuestion,
  ): ReadonlyMap<number, EpisodeFit> {
    const { turn } = question;
    if (turn === null) return fits;
    const told = [...episodes.values()];
    const actors = told.flatMap((one) => one.actors);
    const meeting = told.flatMap((one) => {
      const episode = verdictOn(fits.get(one.item)) === 'other' ? null : reads.episode(one.item);
      if (episode === null || !episode.view.isCurrent) return [];
      const { missing, covered } = match.read(question, one.namespace, actors).meets(episode);
      return missing === null ? [{ ...one, covered: covered ?? 0 }] : [];
    });
    const most = Math.max(...meeting.map(({ covered }) => covered));
    const group = meeting.filter(({ covered }) => covered === most);
    const at =
      turn.end === 'first' ? Math.min(...group.map(({ from }) => from)) : Math.max(...group.map(({ from }) => from));
    const turns = new Map(group.map(({ item, from }) => [item, from === at]));
    return new Map([...fits].map(([item, fit]) => [item, { ...fit, turn: turns.get(item) ?? null }]));
  }

  function ordered(query: PathQuery, found: PathResult): PathResult {
    if (!query.namespaces.some((namespace) => selectAny.get(namespace) !== undefined)) return found;
    const question = readEpisodeQuestion(query.text, query);
    const episodes = episodesFor(query, found, question);
    const asked = { ...found, ...happenedAt(question, found.terms ?? []) };
    const fits = withTurns(fitsOf([...episodes.values()], question, query, entities), episodes, question);
    const isFit = (item: number) => verdictOn(fits.get(item)) === 'fits';
    if (![...fits.keys()].some(isFit)) return asked;
    const isTurn = [...fits.values()].some(({ turn }) => turn === true);
    const proposed = new Set(found.candidates.map(({ rowid }) => rowid));
    const others = [...episodes.values()].filter(({ item }) => !proposed.has(item) && isFit(item));
    const more = added(others, question, query.includeHistorical).map((rowid) => ({ rowid, score: 0, signals: {} }));
    return {
      ...asked,
      candidates: inOrder([...found.candidates], more, fits).slice(0, query.depth),
      ...(isTurn && found.terms !== undefined && { terms: withoutTurn(found.terms, question.turn) }),
    };
  }

  // One snapshot for all reads of a question, however much is written meanwhile.
  return db.transaction(ordered).deferred;
}

interface EpisodeRow {
  readonly item: number;
  readonly namespace: string;
  readonly actors: string;
  readonly environment: string | null;
  readonly summary: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

type Told = Omit<EpisodeRow, 'actors'> & { readonly actors: readonly string[] };

function toldOf(row: EpisodeRow): Told {
  return { ...row, actors: JSON.parse(row.actors) as string[] };
}

function fitsOf(
  told: readonly Told[],
  { names, spans }: EpisodeQuestion,
  { text, namespaces }: PathQuery,
  entities: EntityReads,
): Map<number, EpisodeFit> {
  const tokens = new Set(nameTokens(text));
  const keys = new Set(entities.link(namespaces, text).flatMap((name) => name.keys));
  /** By a name or an alias of it, by all of its words, or by a part of it that is written as a name. */
  const isActor = (actor: string) => {
    const own = nameTokens(actor);
    const isPart = (shown: string) => /\p{L}/u.test(shown) && nameTokens(shown).every((token) => own.includes(token));
    const isSpelled = own.length > 0 && own.every((token) => tokens.has(token));
    return keys.has(nameKey(actor)) || isSpelled || names.some(({ shown }) => isPart(shown));
  };
  const isPlace = heldBy(text, []);
  const isThen = (one: Told) =>
    spans.some((span) => timesOf(one).some(({ from, to }) => from < span.to && to >= span.from));
  const named = new Set(told.flatMap(({ actors }) => actors).filter(isActor));
  const places = new Set(told.flatMap(({ environment }) => environment ?? []).filter(isPlace));
  return new Map(
    told.map((one) => [
      one.item,
      {
        who: named.size === 0 || one.actors.length === 0 ? null : one.actors.some((actor) => named.has(actor)),
        when: spans.length === 0 ? null : isThen(one),
        where: places.size === 0 || one.environment === null ? null : places.has(one.environment),
        turn: null,
      },
    ]),
  );
}

/** When it was, and the dates that its summary tells: what was written down late says in words when it was. */
function timesOf({ from, to, summary }: Told): { readonly from: number; readonly to: number }[] {
  const dates = findDates(summary.slice(0, longestSummary), { now: from, timeZone: 'UTC' });
  return [{ from, to }, ...dates.map((date) => ({ from: date.from, to: date.to - 1 }))];
}

/** Of a longer summary the dates of its beginning count: UTF-16 units. */
const longestSummary = 2000;

function verdictOn(fit: EpisodeFit | undefined): 'fits' | 'other' | 'open' {
  const sides = fit === undefined ? [] : [fit.who, fit.when, fit.where, fit.turn];
  if (sides.includes(false)) return 'other';
  return sides.includes(true) ? 'fits' : 'open';
}

function happenedAt({ spans }: EpisodeQuestion, terms: readonly QueryTerm[]): Pick<PathResult, 'happened'> {
  if (spans.length === 0) return {};
  const words = new Set(spans.flatMap(({ shown }) => termsOf(shown)));
  const only = terms.filter(({ term }) => words.has(term) || asksOnlyForAnEvent(tokenize(term).words));
  return { happened: { spans, terms: only.map(({ term }) => term) } };
}

/** As the keyword path shows the terms of a question. */
function termsOf(shown: string): string[] {
  return readQuestion(shown).map((clause) => clause.shown);
}

function withoutTurn(terms: NonNullable<PathResult['terms']>, turn: EpisodeQuestion['turn']) {
  const words = new Set(turn === null ? [] : termsOf(turn.shown));
  return terms.filter(({ term }) => !words.has(term));
}

type Proposal = Omit<Candidate, 'rank'>;

/** Those that fit take the place of the first episode; others stand as far behind as if nothing had proposed them. */
function inOrder(
  candidates: readonly Proposal[],
  more: readonly Proposal[],
  fits: ReadonlyMap<number, EpisodeFit>,
): Candidate[] {
  const told = [...candidates, ...more].map((one) => {
    const fit = fits.get(one.rowid);
    return fit === undefined ? one : { ...one, signals: { ...one.signals, episode: fit } };
  });
  const groups = Map.groupBy(told, ({ rowid }) => verdictOn(fits.get(rowid)));
  const [fitting = [], open = [], other = []] = [groups.get('fits'), groups.get('open'), groups.get('other')];
  const first = told.findIndex(({ rowid }) => fits.has(rowid));
  const front = open.toSpliced(Math.max(0, first), 0, ...fitting).map((one, at) => ({ ...one, rank: at + 1 }));
  return [...front, ...other.map((one, at) => ({ ...one, rank: farBehind + at }))];
}

/** A rank at which an item counts for next to nothing in any fusion. */
const farBehind = 1000;
