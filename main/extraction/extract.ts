import type { FactStructure } from '../contract/memory.ts';
import { type SentenceSpan, sentencesOf } from '../language/sentences.ts';
import { clauseSpan } from './clauseSpan.ts';
import { assertedClauses } from './clauses.ts';
import { isNoStatement } from './doubts.ts';
import type { Extraction, ExtractionSource, Found, Rule, Sentence } from './extraction.ts';
import { headed } from './lists.ts';
import { isNoted, plainSentence, unglued } from './plainSentence.ts';
import { joined, mayBeRestated, restated } from './restated.ts';
import { aliasRules } from './rules/aliases.ts';
import { causeRules } from './rules/causes.ts';
import { changeRules } from './rules/changes.ts';
import { consequenceRules } from './rules/consequences.ts';
import { departureRules } from './rules/departures.ts';
import { endingRules } from './rules/endings.ts';
import { familiarNameRules } from './rules/familiarNames.ts';
import { measureRules } from './rules/measures.ts';
import { ownerRules } from './rules/owners.ts';
import { peopleRules } from './rules/people.ts';
import { postRules } from './rules/posts.ts';
import { propertyRules } from './rules/properties.ts';
import { referenceRules } from './rules/references.ts';
import { settingRules } from './rules/settings.ts';
import { successionRules } from './rules/successions.ts';
import { successorRules } from './rules/successors.ts';
import { useRules } from './rules/uses.ts';
import { valueRules } from './rules/values.ts';

/** Goes up when a rule finds something else than before in the same text. */
export const extractionVersion = '6';

/** By precedence: the first family that reads a fact out of a sentence keeps it. */
const rules: readonly Rule[] = [
  ...aliasRules,
  ...endingRules,
  ...departureRules,
  ...successorRules,
  ...changeRules,
  ...successionRules,
  ...ownerRules,
  ...familiarNameRules,
  ...peopleRules,
  ...useRules,
  ...causeRules,
  ...consequenceRules,
  ...settingRules,
  ...valueRules,
  ...postRules,
  ...referenceRules,
  ...measureRules,
  ...propertyRules,
];

/** Longer sentences are lists, tables or program text. UTF-16 code units. */
const longestSentence = 500;
/** "x=1" is the shortest that says anything. */
const shortestSentence = 3;

/** Every trigger in two expressions: most sentences of talk meet neither and cost nothing else. */
const [anyCase, thisCase] = ['imu', 'mu'].map(
  (flags) =>
    new RegExp(
      rules
        .map(({ trigger }) => trigger)
        .filter(({ ignoreCase }) => ignoreCase === flags.includes('i'))
        .map(({ source }) => source)
        .join('|'),
      flags,
    ),
);

/** Whether any rule could have something to read; markup may stand before a value. */
function mayState(written: string): boolean {
  return (
    anyCase?.test(written) === true ||
    thisCase?.test(written) === true ||
    written.includes('[') ||
    mayBeRestated(written)
  );
}

/** Clauses are cut when the first rule asks for them: those of causes read the sentence whole. */
function sentenceOf(text: string, written: string, source: ExtractionSource): Sentence {
  let clauses: readonly string[] | null = null;
  return {
    text,
    source,
    noted: isNoted(written),
    get clauses() {
      clauses ??= assertedClauses(text);
      return clauses;
    },
  };
}

/**
 * The statements that a text makes by themselves clear words, each with the rule that read it and the sentence that
 * makes it. Questions, wishes, conditions, hedges, denials, plans and quotations yield nothing. Pure.
 */
export function extract(source: ExtractionSource): Extraction[] {
  // In one piece only while it is short: over a word without end the triggers would take quadratic time.
  if (source.text.length <= longestSentence && !mayState(source.text)) return [];
  const text = withoutPrograms(source.text);
  const spans = sentencesOf(text);
  const headings = headingsOf(text, spans, source.heading ?? null);
  return spans.flatMap(({ start, end }, at) =>
    ofSentence(text.slice(start, end), { ...source, heading: headings[at] ?? null }).map((found) => ({
      ...found,
      ...clauseSpan(text.slice(start, end), start, found),
    })),
  );
}

/** What each sentence stands under: the last heading, or a line "Gateway:" right above it; null where nothing is named. */
function headingsOf(text: string, spans: readonly SentenceSpan[], above: string | null): (string | null)[] {
  let heading = above;
  let label: string | null = null;
  let last = 0;
  return spans.map(({ start, end }) => {
    const line = text.slice(start, end);
    if (/\n[ \t]*\r?\n/.test(text.slice(last, start))) label = null;
    last = end;
    const under = label ?? heading;
    if (/(?:^|\n)[ \t]*#{1,6} +$/.test(text.slice(Math.max(0, start - 12), start))) {
      [heading, label] = [line, null];
    } else if (/^\[[\w. -]{2,40}\]$/.test(line)) {
      [heading, label] = [line.slice(1, -1), null];
    } else if (line.length < 50 && line.endsWith(':') && headed(line) !== null) label = line;
    return under;
  });
}

/**
 * Fenced program text, put out of sight at the same length: an example states nothing. What a fence calls a configuration
 * stays, but for the keys of its format, unless the words above say that it is an example.
 */
export function withoutPrograms(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text;
  return text.replace(
    /^[ \t>]*(```|~~~)([^\n]*)\n[\s\S]*?(?:^[ \t>]*\1|$(?![\s\S]))/gm,
    (block: string, _mark: string, info: string, at: number) => {
      const above =
        text
          .slice(Math.max(0, at - longestLeadIn), at)
          .trimEnd()
          .split('\n')
          .at(-1) ?? '';
      if (!configuration.test(info) || exampleAbove.test(above)) return hidden(block);
      return block.replace(/^.*(?:```|~~~).*$|^\s*(?:version|apiVersion|name|kind|type|schema)\s*[:=].*$/gm, hidden);
    },
  );
}

function hidden(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

const configuration = /^\s*(?:ya?ml|toml|ini|env|dotenv|properties|conf|cfg|config)\s*$/i;
const exampleAbove =
  /\b(?:examples?|e\.g|sample|usage|for instance|like this|such as|could|would|might|can|should|if)\b/i;
/** UTF-16 code units of the line above a fence. */
const longestLeadIn = 300;

function ofSentence(written: string, source: ExtractionSource): Found[] {
  if (written.length > longestSentence || written.length < shortestSentence || !mayState(written)) return [];
  const text = joined(plainSentence(written));
  const found: Found[] = [];
  for (const said of [text, ...restated(text)]) {
    const further = read(said, written, source).filter((one) => !found.some((other) => isSame(one, other)));
    found.push(...further);
  }
  return found;
}

/** What one plain sentence says. */
function read(text: string, written: string, source: ExtractionSource): Found[] {
  const triggered = rules.filter(({ trigger }) => trigger.test(text));
  if (triggered.length === 0) return [];
  const due = isNoStatement(text) ? triggered.filter(({ judges }) => judges) : triggered;
  const sentence = sentenceOf(text, written, source);
  const found: Found[] = [];
  for (const rule of due) {
    for (const statement of rule.read(sentence).map(asWritten)) {
      if (!found.some((other) => saysTheSame(other, statement))) found.push(statement);
    }
  }
  return found;
}

/** Whether two readings are of one statement, whatever rules read it. */
function isSame(a: Found, b: Found): boolean {
  return statementOf(a) === statementOf(b);
}

function statementOf({ fact, edge, cause }: Found): string {
  return JSON.stringify([
    fact && [fact.subject, fact.predicate, fact.object, fact.holds],
    edge && [edge.from, edge.relation, edge.to],
    cause && [cause.cause, cause.effect, cause.holds],
  ]);
}

/** One sentence gives a subject one value, and ties two things once: the rule that came first read it best. */
function saysTheSame(a: Found, b: Found): boolean {
  // "Never 5, always 7" says two things of one slot.
  if (a.fact?.holds !== b.fact?.holds) return false;
  // One rule may read a list, or a property from each of two clauses.
  if (a.rule === b.rule && a.fact !== undefined && b.fact !== undefined) {
    const listed = a.fact.holds !== undefined && a.fact.object !== b.fact.object;
    return a.fact.subject === b.fact.subject && a.fact.predicate === b.fact.predicate && !listed;
  }
  if (a.fact !== undefined && b.fact !== undefined)
    return a.fact.subject === b.fact.subject || a.fact.object === b.fact.object;
  if (a.edge !== undefined && b.edge !== undefined) return a.edge.from === b.edge.from && a.edge.to === b.edge.to;
  // A fact between two things is their edge too.
  if (a.fact !== undefined && b.edge !== undefined)
    return a.fact.subject === b.edge.from && a.fact.object === b.edge.to;
  if (a.edge?.relation === 'alias_of' && b.fact !== undefined) return true;
  // One rule may say of one cause that it is none, and of another that it is.
  if (a.rule === b.rule && a.cause?.holds !== b.cause?.holds) return false;
  return a.cause !== undefined && b.cause !== undefined;
}

/** Gives the spaces back that were hidden from the rules. */
function asWritten(found: Found): Found {
  const { fact, edge, cause, previous, others } = found;
  return {
    ...found,
    ...(fact && { fact: factAsWritten(fact) }),
    ...(edge && { edge: { ...edge, from: unglued(edge.from), to: unglued(edge.to) } }),
    ...(cause && { cause: { ...cause, cause: unglued(cause.cause), effect: unglued(cause.effect) } }),
    ...(previous !== undefined && { previous: unglued(previous) }),
    ...(others && { others: others.map(factAsWritten) }),
  };
}

function factAsWritten(fact: FactStructure): FactStructure {
  const { subject, object } = fact;
  return { ...fact, subject: unglued(subject), object: typeof object === 'string' ? unglued(object) : object };
}
