import { readFileSync } from 'node:fs';
import type { Case, Catalogue, Kind } from '../../main/bench/convert/endoflife.ts';

interface Phrasing {
  readonly id: string;
  /** How the case's day is worded. */
  readonly day: string;
  readonly text: string;
}

export interface Phrasings extends Readonly<Record<Kind, readonly Phrasing[]>> {
  readonly fields: Readonly<Record<string, { readonly label: string; readonly verb: string }>>;
}

/** A question as it is asked. */
export interface Worded {
  readonly phrasing: string;
  readonly by: 'title' | 'id';
  readonly query: string;
  readonly now: string;
}

export function loadPhrasings(name: string): Phrasings {
  return JSON.parse(readFileSync(new URL(`./endoflife/${name}`, import.meta.url), 'utf8')) as Phrasings;
}

/** The wording of the day D in a question, and the asker's present; null where this wording cannot mean D. */
interface WordedDay {
  readonly date: string;
  readonly now: number;
  /** The span that the words name, in which the records must not change. */
  readonly from: number;
  readonly to: number;
}

const dayMs = 86_400_000;
/** After the last day of any case. */
const lastNow = Date.UTC(2026, 7, 31, 12);

/** Chooses a wording by a seeded draw from all that can be said of the case's day, and the product by title or by id. */
export function wordCase(one: Case, phrasings: Phrasings, catalogue: Catalogue, random: () => number): Worded {
  const choices = phrasings[one.kind].flatMap((phrasing) => {
    const day = wordDay(phrasing.day, Date.parse(`${one.known_as_of}T00:00:00Z`));
    return day !== null && catalogue.isConstant(one, day.from, day.to) ? [{ phrasing, day }] : [];
  });
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new Error(`no phrasing fits ${one.id}`);
  const by = random() < 0.5 ? 'title' : 'id';
  const thing = by === 'title' ? one.title : one.product;
  const words = phrasings.fields[one.label];
  const query = chosen.phrasing.text
    .replaceAll('{name}', `${thing} ${one.cycle}`)
    .replaceAll('{thing}', thing)
    .replaceAll('{cycle}', one.cycle)
    .replaceAll('{label}', words?.label ?? one.label)
    .replaceAll('{verb}', words?.verb ?? one.label)
    .replaceAll('{date}', chosen.day.date);
  return { phrasing: chosen.phrasing.id, by, query, now: new Date(chosen.day.now).toISOString() };
}

/** `day` is the beginning of D in UTC; every question is asked in UTC. */
function wordDay(form: string, day: number): WordedDay | null {
  const date = new Date(day);
  const [year, month, number] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const iso = date.toISOString().slice(0, 10);
  const monthName = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  const on = (words: string, now = lastNow): WordedDay => ({ date: words, now, from: day, to: day + dayMs - 1 });
  const noon = (shift: number) => day + shift + dayMs / 2;
  switch (form) {
    case 'now':
      return on('', noon(0));
    case 'iso':
      return on(iso);
    case 'long':
      return on(`${number} ${monthName} ${year}`);
    case 'us':
      return on(`${monthName} ${number}, ${year}`);
    case 'ordinal':
      return on(`the ${ordinal(number)} of ${monthName} ${year}`);
    case 'two days ago':
      return on('', noon(2 * dayMs));
    case 'a year ago':
      return month === 1 && number === 29 ? null : on('', Date.UTC(year + 1, month, number, 12));
    case 'six months ago':
      return number > 28 ? null : on('', Date.UTC(year, month + 6, number, 12));
    case 'three weeks before':
      return on(new Date(day + 21 * dayMs).toISOString().slice(0, 10));
    case 'last day of month':
      return { ...on(`${monthName} ${year}`), to: Date.UTC(year, month + 1, 1) - 1 };
    case 'middle of month': {
      if (number < 11 || number > 20) return null;
      return {
        date: `${monthName} ${year}`,
        now: lastNow,
        from: Date.UTC(year, month, 11),
        to: Date.UTC(year, month, 21) - 1,
      };
    }
    case 'season': {
      const first = Math.floor((month - 2) / 3) * 3 + 2;
      const name = { 2: 'spring', 5: 'summer', 8: 'autumn' }[first];
      // A winter has two years, and people do not agree which of them names it.
      if (name === undefined) return null;
      return {
        date: `${name} ${year}`,
        now: lastNow,
        from: Date.UTC(year, first, 1),
        to: Date.UTC(year, first + 3, 1) - 1,
      };
    }
    default:
      return wordDayLater(form, { day, year, month, number, monthName, on, noon });
  }
}

/** Forms that only the further phrasings use, which were worded after the parser stood. */
function wordDayLater(
  form: string,
  day: {
    day: number;
    year: number;
    month: number;
    number: number;
    monthName: string;
    on: (words: string, now?: number) => WordedDay;
    noon: (shift: number) => number;
  },
): WordedDay | null {
  const { on, noon, year, month, number, monthName } = day;
  switch (form) {
    case 'yesterday':
      return on('', noon(dayMs));
    case 'ten weeks ago':
      return on('', noon(70 * dayMs));
    case 'three years ago':
      return month === 1 && number === 29 ? null : on('', Date.UTC(year + 3, month, number, 12));
    case 'a fortnight after':
      return on(new Date(day.day - 14 * dayMs).toISOString().slice(0, 10));
    case 'quarter': {
      const first = Math.floor(month / 3) * 3;
      return {
        date: `Q${first / 3 + 1} ${year}`,
        now: lastNow,
        from: Date.UTC(year, first, 1),
        to: Date.UTC(year, first + 3, 1) - 1,
      };
    }
    case 'month':
      return {
        date: `${monthName} ${year}`,
        now: lastNow,
        from: Date.UTC(year, month, 1),
        to: Date.UTC(year, month + 1, 1) - 1,
      };
    case 'short':
      return on(`${number} ${monthName.slice(0, 3)} ${year}`);
    default:
      throw new Error(`no wording for ${form}`);
  }
}

function ordinal(number: number): string {
  const tens = number % 100;
  const end = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${end}`;
}
