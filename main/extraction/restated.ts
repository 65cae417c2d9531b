/** One way to say two things in a sentence, and how each is said in a plain one (`$<name>` is what a group holds). */
interface Form {
  /** What no such sentence is without: cheap, so that most sentences are not tried. */
  readonly sign: RegExp;
  readonly said: RegExp;
  readonly plain: readonly string[];
}

const be = '(?:is|are|was|were|has been|have been)';
const value = '[^,;]+?';
/** Verbs of a lasting tie, as "never" and "no longer" deny them. */
const ties =
  'use[sd]?|depend(?:s|ed)? on|rel(?:y|ies|ied) on|requires?d?|r[ua]ns? on|supports?|supported|live[sd]? in|work(?:s|ed)? (?:at|for)|report(?:s|ed)? to';
const it = '(?:it|he|she|they|that)';

/** "Was never 40, it is 44", "is no longer 5 but 6", "never used Redis, it always used Valkey". */
const insteadOfDenied: readonly Form[] = [
  {
    sign: /\bnever\b|\bno longer\b/i,
    said: new RegExp(
      `^(?<s>.{2,120}?) (?:(?:was|were)(?: in fact| actually)? never|(?:has|have) never been) (?<a>${value})(?:(?:, | but |; | [–-] )(?:${it} ${be} )(?:always |rather |instead )?|,? but (?:rather |instead |always )?|[,;] (?:always|rather|instead) )(?<b>.+)$`,
      'i',
    ),
    plain: ['$<s> was never $<a>', '$<s> is now $<b>'],
  },
  {
    sign: /\bnever\b|\bno longer\b/i,
    said: new RegExp(
      `^(?<s>.{2,120}?) (?:is|are|was|were) no longer (?<a>${value})(?:,? but (?:now |rather )?|[,;] (?:and )?(?:${it} (?:is|are) )(?:now )?)(?<b>.+)$`,
      'i',
    ),
    plain: ['$<s> is no longer $<a>', '$<s> is now $<b>'],
  },
  {
    sign: /\bnever\b|\bno longer\b/i,
    said: new RegExp(
      `^(?<s>.{2,80}?) (?:no longer|never) (?<verb>${ties}) ${value}(?:,? but (?:now |rather |always )?|[,;] (?:but |and )?${it} (?:now |always |instead )?(?=\\k<verb> )|,? (?:and|but) (?:now |always |instead )?(?=\\k<verb> ))(?:\\k<verb> |(?:in|at|for|on|to) )?(?<b>.+)$`,
      'i',
    ),
    plain: ['$<s> $<verb> $<b>'],
  },
];

/** "Correction: it is 330 litres, not 300 litres": of a correction what is denied never was. */
const corrections: readonly Form[] = [
  {
    sign: /, (?:and )?not |^(?:correction|erratum|corrigendum|actually|in fact|sorry|to be precise|to correct).* not /i,
    said: new RegExp(
      `^(?:correction|erratum|corrigendum|actually|in fact|sorry|to be precise|to correct myself)[:,–-]? ?(?<s>[^,;:]{2,120}?) (?<be>is|are|was) (?<b>${value}),? (?:and )?not (?<a>[^,;]+)$`,
      'i',
    ),
    plain: ['$<s> $<be> $<b>', '$<s> was never $<a>'],
  },
  {
    sign: /, (?:and )?not |^(?:correction|erratum|corrigendum|actually|in fact|sorry|to be precise|to correct).* not /i,
    said: new RegExp(`^(?<s>[^,;:]{2,120}?) (?<be>is|are) (?<b>${value}), not (?!only|just|even)(?<a>[^,;]+)$`, 'i'),
    plain: ['$<s> $<be> $<b>'],
  },
];

/** "Is now 9 euros instead of 8 euros", "30 euros until 30 June, then 35 euros", "Effective 1 May, rent: 550 euros". */
const changes: readonly Form[] = [
  {
    sign: /\bnow\b.*\b(?:instead of|rather than|and not)\b/i,
    said: new RegExp(
      `^(?<s>.{2,120}?) (?:is|are) now (?<b>${value}) (?:instead of|rather than|and not) (?<a>${value})$`,
      'i',
    ),
    plain: ['$<s> is now $<b> (previously $<a>)'],
  },
  {
    sign: /\b(?:until|till)\b/i,
    said: new RegExp(
      `^(?<s>[^,;:]{2,120}?)(?: (?:is|are|stays|stays at|remains)|:) (?<a>${value}) (?:until|till) (?<date>[^,;]{3,40}), (?:and |but )?(?:then|(?:after that|afterwards|thereafter|from then on),?) (?:${it} (?:is|will be) )?(?<b>[^,;]+)$`,
      'i',
    ),
    plain: ['$<s> is $<a> until $<date>', 'From $<date>, $<s> is $<b>'],
  },
  {
    sign: /\b(?:until|till)\b/i,
    said: new RegExp(
      `^(?<s>[^,;:]{2,120}?)(?: (?:is|are|stays|stays at|remains)|:) (?<a>${value}) (?:until|till) (?<date>[^,;]{3,40}),? (?:and |but )?(?<b>[^,;]+?),? (?:after that|afterwards|thereafter|from then on)$`,
      'i',
    ),
    plain: ['$<s> is $<a> until $<date>', 'From $<date>, $<s> is $<b>'],
  },
  {
    sign: /: \S/,
    said: /^(?<since>(?:effective|as of|as from|from|starting|since)(?: on| from)? [^:]{3,40}?), (?:the )?(?<s>\p{L}[^:,;]{2,80}): (?<b>[^,;:]+)$/iu,
    plain: ['$<since>, the $<s> is now $<b>'],
  },
  {
    sign: /\breads\b/i,
    said: /^(?<lead>(?:[^,;]{3,40}, |(?:as of|as from|since|from|effective) .{3,30}? )?)(?<s>(?:the )?[^,;:]{2,80}?(?:code|password|passcode|pin|counter|meter|gauge|dial|display|sign|label|clock|scale|thermometer|odometer|plate)) (?:now )?reads (?:now )?(?<b>["“]?\S*\d\S*.{0,20})$/iu,
    plain: ['$<lead>$<s> is now $<b>'],
  },
];

/** "Bo stepped down as director of Acme; Mia took over": who fills the post now. */
const takeovers: readonly Form[] = [
  {
    sign: /\b(?:took|takes) over\b|\b(?:replaced|succeeded) (?:him|her|them)\b|\bsuccessor\b/,
    said: /^[^,;]{2,60}? (?:(?:stepped|stood) down|resigned|retired) as (?:the )?(?<post>[^,;]{3,80}?)(?<on> on \d[^,;]{4,20}| (?:on|in) \p{Lu}[^,;]{2,20})?(?:;|,)? (?:and )?(?<who>\p{Lu}[^,;]{2,40}?) (?:took over|takes over|(?:replaced|succeeded) (?:him|her|them)|is (?:his|her|their) successor)(?<from> on \d[^,;]{4,20}| (?:on|in) \p{Lu}[^,;]{2,20})?$/u,
    plain: ['$<who> is the $<post>$<on>$<from>'],
  },
];

const cause = '(?:caused|triggered|brought on|set off)';
/** Of two causes one was none: "not caused by a stuck relay but by a flooded conduit", "by a token, not a full disk". */
const causes: readonly Form[] = [
  {
    sign: /\b(?:caused|triggered|brought on|set off|due)\b/i,
    said: new RegExp(
      `^(?!.*\\b(?:only|solely|alone|just)\\b)(?<e>.+?) (?<be>was|were|is|are) (?:not (?:${cause} by|due to)|(?:caused not by|due not to)) (?<a>${value}),? but (?:rather )?(?:by |to |due to |caused by )?(?<b>.+)$`,
      'i',
    ),
    plain: ['$<e> $<be> not caused by $<a>', '$<e> $<be> caused by $<b>'],
  },
  {
    sign: /\b(?:caused|triggered|brought on|set off|due)\b/i,
    said: new RegExp(
      `^(?<e>.+?) (?<be>was|were|is|are) (?:${cause} by|due to) (?<b>${value}),? (?:and )?not (?:by |due to |to )?(?!only|just|because)(?<a>[^,;]+)$`,
      'i',
    ),
    plain: ['$<e> $<be> caused by $<b>', '$<e> $<be> not caused by $<a>'],
  },
  {
    sign: /\b(?:caused|triggered|brought on|set off|due)\b/i,
    said: new RegExp(
      `^it (?<be>was|is)(?: not|n['’]t) (?<a>${value})(?:,? but (?:rather )?(?<b>${value}))? (?:that|which) (?:had )?${cause} (?<e>.+)$`,
      'i',
    ),
    plain: ['$<e> $<be> not caused by $<a>', '$<e> $<be> caused by $<b>'],
  },
  {
    sign: /\b(?:caused|triggered|brought on|set off|due)\b/i,
    said: new RegExp(
      `^it (?<be>was|is) (?!not\\b)(?<b>${value})(?:, not (?<a>${value}),?)? (?:that|which) (?:had )?${cause} (?<e>.+)$`,
      'i',
    ),
    plain: ['$<e> $<be> caused by $<b>', '$<e> $<be> not caused by $<a>'],
  },
];

const forms: readonly Form[] = [...insteadOfDenied, ...corrections, ...changes, ...takeovers, ...causes];

/** Leads that report a finding and change nothing of it. */
const finding =
  /^(?:(?:it|now it) (?:has )?(?:turned|turns) out(?: in the end)?(?: that)?|as it turned out,?|in the end,?|we (?:now )?(?:know|found|learned) (?:out )?that) /i;

/** What the rules' own triggers do not know: most sentences have something of a rule in them, these have not. */
const unknownToRules =
  /\breads\b.{0,40}\d|\bdue not to\b|\b(?:effective|as of|as from|from|starting|since)\b[^.\n]{0,120}: \S|\bback to\b.{0,40}\d/i;

/** Whether a text could hold a sentence that only says something when it is told in plain words. */
export function mayBeRestated(text: string): boolean {
  return unknownToRules.test(text);
}

const backTo =
  /\b(?<verb>(?:re)?set|rolled|reverted|moved|switched|changed|brought|put) (?!back\b)(?<what>(?:the |our )?[^ ,;]+(?: [^ ,;]+){0,5}?) back to (?=\S)/iu;

/** "Rolled Atlas back to 2.3.1" as "rolled back Atlas to 2.3.1": the two parts of a verb side by side. */
export function joined(sentence: string): string {
  return sentence.replace(backTo, (_, verb: string, what: string) =>
    /^rolled$/i.test(verb) ? `${verb} back ${what} to ` : `${verb} ${what} to `,
  );
}

/**
 * The plain sentences that say what a sentence says by a turn of speech: what is denied and what holds in its place, what
 * holds until a day and what from then on. The rules read each as they read any other. None where no form fits.
 */
export function restated(sentence: string): string[] {
  const text = sentence.replace(/[.!\s]+$/, '').replace(finding, '');
  for (const { sign, said, plain } of forms) {
    const groups = sign.test(text) ? said.exec(text)?.groups : undefined;
    if (groups === undefined) continue;
    return plain
      .filter((one) => namesIn(one).every((name) => optional.has(name) || groups[name] !== undefined))
      .map((one) => one.replace(/\$<(\w+)>/g, (_, name: string) => wordsOf(name, groups[name] ?? '')));
  }
  return [];
}

/** Groups that add a date to a sentence which is whole without it. */
const optional: ReadonlySet<string> = new Set(['on', 'from', 'lead']);

function namesIn(plain: string): string[] {
  return [...plain.matchAll(/\$<(\w+)>/g)].map(([, name = '']) => name);
}

/** A verb stands in the present, for the tie is told to last; a day on which a post was taken over is when it began. */
function wordsOf(name: string, words: string): string {
  if (name === 'on' || name === 'from') return words.replace(/^ (?:on|in) /i, ' since ');
  return name === 'verb' ? presentOf(words.toLowerCase()) : words;
}

function presentOf(verb: string): string {
  return verb
    .replace(/^use[ds]?$/, 'uses')
    .replace(/^require[ds]?$/, 'requires')
    .replace(/^live[ds]? /, 'lives ')
    .replace(/^rel(?:y|ied) /, 'relies ')
    .replace(/^r[ua]ns? /, 'runs ')
    .replace(/^(depend|support|work|report)(?:s|ed)?(?= |$)/, '$1s');
}
