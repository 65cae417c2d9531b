import { attributes } from '../language/subjects.ts';
import { parseValue } from '../language/values.ts';

const list = (words: string): string => words.trim().split(/\s+/).join('|');

/** Words that no noun phrase goes over: a pattern that captures one ends before them. */
const closing = list(String.raw`
  a an the and or but nor so yet for to in on at by with from into onto over under about as than then until till since
  because due owing thanks while when where which who whom whose that if unless though although before after during
  between through via per(?!\scent) using instead rather without within is are was were be been being am has have had having does
  do did will would can could shall should might must not it its he she they we i you him her them us me this these
  those there here what how why now also just already still currently recently again only even both either
  effective starting beginning during yesterday today tomorrow`);

const code = '`[^`]+`|"[^"]{1,60}"|“[^”]{1,60}”|‘[^’]{1,60}’';
/** Between figures a comma parts thousands or decimals: it belongs to the word. */
const comma = '(?<=\\d),(?=\\d)';
const word = `(?:${code}|(?:[^\\s,;:()"“”\`—]|${comma})*[^\\s,;:()"“”\`—.!?](?:\\(\\))?)`;
const determiner = '(?:the|a|an|our|my|your|his|her|its|their|this|these|those)';
const noun = `(?!(?:${closing}|of)(?=[\\s,;:.!?]|$))(?=\\S*[\\p{L}\\p{N}])${word}`;

/** A noun phrase: at most a determiner and eight words, joined by "of". No group captures. */
export const np = `(?:${determiner} )?${noun}(?: (?:of (?:${determiner} )?)?${noun}){0,6}`;
/** What may follow a phrase that was captured whole. */
export const edge = `(?=$|(?!${comma})[,;:()!?—]| \\(|\\.(?:\\s|$)| [–-] | (?:${closing})(?=[\\s,;:.!?]|$))`;
/** A value: like a noun phrase, or a figure with its unit and "per" or "a" something. */
export const vp = `(?:${determiner} )?${noun}(?: (?:of (?:${determiner} )?)?${noun}){0,5}(?: (?:a|per) (?:second|minute|hour|day|week|month|year))?`;

/** Words without determiner, quotes and code marks around them. */
export function bare(phrase: string): string {
  const text = phrase
    .trim()
    .replace(new RegExp(`^(?:${determiner}|some|new|dependency|dependencies|package) (?=\\S)`, 'i'), '')
    .replace(/(?<=["”’'`])[.,;:!?]+$/, '');
  const inner = /^(?:`([^`]+)`|"([^"]+)"|“([^”]+)”|‘([^’]+)’|'([^']+)')$/.exec(text);
  const held =
    inner?.slice(1).find((part) => part !== undefined) ?? text.replace(/`/g, '').replace(/["“]([^"“”]+)["”]/g, '$1');
  return held.replace(/[.,;:!?]+$/, '').trim();
}

const pronoun =
  /^(?:it|he|she|they|we|i|you|this|that|these|those|there|one|someone|something|everyone|everything|nobody|nothing|who|which|what|mine|yours|ours|theirs|us|me|him|her|them|here|all|both|each|some|many|most|much|more|others?|another|things?|stuff|people|everybody|anyone|anything|none|first|second|last|next|latter|former|same|rest)$/i;
/** Nouns that point into the text around them, and what they mean is not in the sentence. */
const pointing =
  /^(?:thing|point|problem|question|answer|idea|reason|result|goal|example|difference|issue|truth|fact|way|case|intention|purpose|option|change|one|part|kind|sort|lot|bit|number|list|file|code|function|value|default|method|time|game|movie|book|song|project|package|module|library|definitions?|object|string|test|tests|script|class|type|version|data|report|paper|name|place|person|man|woman|guy|page|table|line|documentation|docs)$/i;

/**
 * Whether a phrase holds a name: code, something quoted or linked, a capital, a figure or an identifier's signs in it. At
 * the start of a sentence a capital says nothing of a longer phrase ("Parameter names") nor of a plural ("Users", but "Atlas", "Paris").
 */
export function isNamed(phrase: string, initial = false): boolean {
  const text = phrase.replace(/^(?:the|a|an|this|that|these|those|my|our|your|some|new|dependency|package) /i, '');
  if (/(?:^|\s)[`"“‘\u2060]/.test(text)) return true;
  if (/[\p{L}\p{N}][_./@#\\-][\p{L}\p{N}]|[_@#$]\p{L}|\p{Ll}\p{Lu}|\p{L}\d|\p{Lu}{2}/u.test(text)) return true;
  const words = text
    .split(/[ \u2060]/)
    .filter((word) => /\p{L}/u.test(word) && !/^(?:of|the|and|de|van|von)$/.test(word));
  const capitals = words.filter((word) => /^\(?\p{Lu}/u.test(word)).length;
  if (!initial || text !== phrase) return capitals > 0;
  return words.length === 1 ? capitals === 1 && !/[^saiuo]s$/.test(text) : capitals > 1;
}

/** Whether a phrase can be the subject of a statement that is understood without the text around it. */
export function isSubject(phrase: string): boolean {
  const text = bare(phrase);
  if (text.length < 2 || text.length > 100 || pronoun.test(text) || !/\p{L}/u.test(text)) return false;
  if (
    /^(?:the (?:following|above|below|rest|other)|a|an|some|any|every|each|no|another|one|many|most|several|all|this|that|these|those|his|her|their|its|your|such)\b/i.test(
      phrase.trim(),
    )
  )
    return false;
  if (
    /^(?:my|our)\b|^(?:the )?(?:default|minimum|maximum|min|max|current|initial)(?: (?:required|supported))?(?: (?:values?|versions?))?$/i.test(
      phrase.trim(),
    )
  )
    return false;
  if (/['’](?:ve|re|ll|d|m)\b/i.test(text)) return false;
  if (/\b(?:everything|something|anything|thing|things|um|uh|my|our|your)\b/i.test(text)) return false;
  return isNamed(phrase) || !pointing.test(text);
}

/** A subject that is clear even in talk: it holds a name, or two words and more. */
export function isClearSubject(phrase: string): boolean {
  return isSubject(phrase) && (isNamed(phrase) || bare(phrase).includes(' '));
}

const opinion =
  /\b(?:great|good|bad|better|best|worst|nice|huge|big|real|true|total|must|blast|lot|bit|way|thing|fun|joy|shame|pity|mess|pain|dream|treat|beautiful|amazing|awesome|wonderful|fantastic|lovely|cool|perfect|tough|hard|easy|difficult|useful|important|strong|powerful|special|key|major|serious|interesting|reminder|matter|question|problem|issue|example|concern|challenge|reason|fan|believer|couple|few|little|kind|sort|type|result|chance|place|time|step|start|mistake|relief|surprise|masterpiece|gem|classic|favou?rite|exception|overview|summary|story|inspiration|pleasure|honou?r)\b/i;

/** Whether a phrase judges rather than names a kind: "a great friend", "a bit of a mess". */
export function isOpinion(phrase: string): boolean {
  return opinion.test(phrase);
}

/** How exact a value is: something counted or quoted, a name, or other words. */
export type Exactness = 'exact' | 'name' | 'words';

export function exactnessOf(phrase: string): Exactness {
  const text = phrase.trim();
  if (/^[`"“‘].*[`"”’]$/.test(text)) return 'exact';
  const { kind } = parseValue(bare(text));
  if (kind !== 'text' || isMeasure(bare(text))) return 'exact';
  if (/^(?:true|false|null|none|undefined|infinity|enabled|disabled|on|off)$/i.test(text)) return 'exact';
  const words = bare(text).split(' ');
  const named = words.every((one) =>
    /^\p{Lu}|^\p{L}+[-_.]?\d|^[\d.,]+$|^(?:of|the|de|van|von|and|&)$|\p{Ll}\p{Lu}|\p{L}[_./@]\p{L}|^\u2060/u.test(one),
  );
  return named ? 'name' : 'words';
}

/** A figure with what it counts: "20 symbols", "$85.8 million", "£20,000 a year", "90 per cent plus". */
export function isMeasure(text: string): boolean {
  return /^(?:about |around |nearly |almost |over |up to |at least |more than |less than |~|<|>|≤|≥)?[-+$€£]?\d[\d,._]*(?:[\p{L}%°]{0,6})?(?: \p{L}[\p{L}%/.-]*){0,4}$/u.test(
    text,
  );
}

/** Whether a phrase can be the new value of something: no pronoun, no clause, not merely described. */
export function isValue(phrase: string): boolean {
  const text = bare(phrase);
  if (text === '' || text.length > 120 || pronoun.test(text) || /['’]s?$/.test(text)) return false;
  if (exactnessOf(phrase) !== 'words') return true;
  if (
    /^(?:the|a|an|this|that|these|those|my|our|your|his|her|their|its|some|any|more|less|better|worse)\b/i.test(
      phrase.trim(),
    )
  )
    return false;
  return (
    text.split(' ').length <= 4 && !/^(?:\p{L}+ly|[a-z]+ing)$/u.test(text.split(' ')[0] ?? '') && !/ing\b/.test(text)
  );
}

export interface Slot {
  readonly subject: string;
  readonly predicate: string;
}

const bound = 'default|minimum|maximum|min|max|current|latest|initial';
/** Measures and marks of which a thing has one; the language calls them no attributes, for alone they may be anything. */
const measures =
  `count|delay|fee|rent|salary|wage|window|balance|radius|area|cap|latency|throughput|total|score|headcount|
  backlog|expiry|password|passcode|username|url|capacity|ratio|tariff|toll|allowance|quantity`.replace(/\s+/g, '');
const attributeNames = `${[...attributes].join('|')}|${measures}`;
const ofSlot = new RegExp(
  `^(?:the )?((?:${bound}|new|total|current|[\\p{L}-]+(?: (?!(?:of|for|in) )[\\p{L}-]+)?)? ?(?:${attributeNames}|spending|spend|price|concentration|share)) (?:of|for|in) (.+)$`,
  'iu',
);
/** "The codename of the release": any plain noun but those that name a share of something or point elsewhere. */
const ofNoun =
  /^the ((?!(?:rest|end|start|beginning|top|bottom|middle|side|part|use|purpose|reason|goal|point|problem|result|kind|sort|lot|group|majority|half|back|front|piece|pair|one|first|last|idea|rules?|case|fact|way|thing|aim|issue|question|answer|benefits?|advantages?|importance|impact|effects?|keys?|examples?|cause|lack|absence|presence)\b)[a-z-]+(?: (?!of\b)[a-z-]+)?) of (.+)$/u;
const possessive = /^(.+?)['’]s ((?:[\p{L}-]+ ){0,2}[\p{L}-]+)$/u;
const bounded = new RegExp(`^(?:the )?(${bound}) (.+)$`, 'i');
const compound = new RegExp(`^(.+) ((?:${bound})?(?:${attributeNames}))$`, 'iu');
/** "pg-main connection pool size": what begins with a name and goes on in plain words is a property of what it names. */
const namedFirst = new RegExp(
  `^(?:(?:the|our) (?=\\p{Lu})|(?=\\S*(?:[\\p{L}\\d][_./@-][\\p{L}\\d]|\\p{Ll}\\p{Lu}|\\p{L}\\d)))(\\S+) ((?!(?:option|setting|parameter|property|flag|field|argument|variable) )(?:\\p{Ll}+ ){1,2}(?:${attributeNames}))$`,
  'u',
);
/** Whether a phrase is one noun that names a property of something else. */
export function isAttribute(noun: string): boolean {
  return attributeName.test(noun);
}
const attributeName = new RegExp(`^(?:${attributeNames})$`, 'iu');

/**
 * Parts what a statement is about into a thing and its property, where the phrase says so: "the timeout of the worker",
 * "the worker's timeout" and "worker timeout" are the `timeout` of `worker`, "default `path`" the `default` of `path`.
 * Whatever stands alone, a property too, has a `value`: "the timeout is 300 s" is the `value` of `timeout`, unless `ownSlot`
 * knows whose it is.
 */
export function slotOf(phrase: string): Slot {
  const text = phrase.trim().replace(/ (?:option|setting|parameter|property|flag|field|argument|variable)$/i, '');
  const of = ofSlot.exec(text.replace(/^(?:the|our) /i, ''));
  if (of?.[1] !== undefined && of[2] !== undefined && bare(of[2]) !== '') {
    return { subject: bare(withoutKind(of[2])), predicate: predicateOf(of[1]) };
  }
  const plain = ofNoun.exec(text.replace(/^The /, 'the '));
  if (plain?.[1] !== undefined && plain[2] !== undefined && isSubject(plain[2]) && !/ of /.test(plain[2]))
    return { subject: bare(withoutKind(plain[2])), predicate: predicateOf(plain[1]) };
  const owned = possessive.exec(bare(text));
  if (owned?.[1] !== undefined && owned[2] !== undefined)
    return { subject: owned[1], predicate: predicateOf(owned[2]) };
  const limit = bounded.exec(text.replace(/\b(minimum|maximum) (?:required|supported) (?=\S)/i, '$1 '));
  if (limit?.[1] !== undefined && limit[2] !== undefined && !/^(?:value|version)$/i.test(limit[2])) {
    const rest = slotOf(limit[2]);
    const predicate = rest.predicate === 'value' ? limit[1] : `${limit[1]} ${rest.predicate}`;
    return { subject: rest.subject, predicate: predicate.toLowerCase() };
  }
  const named = namedFirst.exec(text.replace(/^The /, 'the '));
  if (named?.[1] !== undefined && named[2] !== undefined)
    return { subject: bare(named[1]), predicate: predicateOf(named[2]) };
  const joined = compound.exec(bare(text));
  if (joined?.[1] !== undefined && joined[2] !== undefined && !/^[`"“].*[`"”]$/.test(text)) {
    return { subject: joined[1], predicate: predicateOf(joined[2]) };
  }
  return { subject: bare(text), predicate: 'value' };
}

function withoutKind(phrase: string): string {
  return phrase.replace(/ (?:option|setting|parameter|property|flag|field|argument|variable)$/i, '');
}

function predicateOf(words: string): string {
  const lower = words.trim().toLowerCase().replace(/^new /, '');
  return lower.replace(/^(default|minimum|maximum|min|max|current|latest|initial) value$/, '$1');
}
