import { isDoubtful } from '../doubts.ts';
import type { Rule } from '../extraction.ts';
import { inClauses } from '../facts.ts';
import { titleName } from '../lists.ts';
import { bare, edge, isValue, np } from '../phrases.ts';
import { holder, property } from './properties.ts';

const license = new RegExp(
  `^(?:(?<who>${np}) (?:is|are)(?: now)? (?:[^.;]{0,40} )?|[^.;]{0,60}?)(?:re-?)?(?:licensed|released|distributed|published|available) under (?:the )?(?:terms of the )?(?<value>${np}?)(?: licen[cs]es?)?${edge}`,
  'u',
);
const licensed: Rule = {
  name: 'value/licence',
  trigger: /\b(?:re-?)?(?:licensed|released|distributed|published|available) under /i,
  read: (sentence) =>
    inClauses(sentence, license, ({ who, value = '' }) => {
      const named = who ?? '';
      const subject =
        holder(named, sentence) ??
        (who === undefined || /^(?:the )?(?:code|source code|software)$/i.test(named)
          ? titleName(sentence.source)
          : null);
      const licence = bare(value).replace(/[ \u2060](?:open source[ \u2060])?(?:licen[cs]es?|open source)$/i, '');
      if (subject === null || !/^(?:\p{Lu}|\u2060|\d)/u.test(licence) || /^(?:construction|section)/i.test(licence))
        return null;
      return property('value/licence', sentence, { subject, predicate: 'licensed under' }, licence, 'many');
    }),
};

const bound = new RegExp(
  `^(?<thing>${np}) (?<version>v?\\d[\\w.+]*) is(?: now)? (?:the )?(?:new )?(?<bound>minimum|maximum|default|latest|recommended|oldest|lowest|required)(?: supported| required)?(?: version)?${edge}`,
  'u',
);
/** "Node 12 is now the minimum version". */
const versionBound: Rule = {
  name: 'value/version-bound',
  trigger:
    /\d\S* is (?:now )?(?:the )?(?:new )?(?:minimum|maximum|default|latest|recommended|oldest|lowest|required)\b/i,
  read: (sentence) =>
    inClauses(sentence, bound, ({ thing = '', version = '', bound: limit = '' }) => {
      const name = holder(thing, sentence);
      if (name === null) return null;
      const limited =
        { oldest: 'minimum', lowest: 'minimum', required: 'minimum' }[limit.toLowerCase()] ?? limit.toLowerCase();
      return property(
        'value/version-bound',
        sentence,
        { subject: name, predicate: `${limited} version` },
        version,
        'one',
      );
    }),
};

const absent =
  /^(?:if|when|unless|where) (?:the )?(?<what>`[^`]+`|[\w$]+(?:[._][\w$]+)+)(?: (?:option|argument|parameter|setting|property|flag|field|value))? (?:is(?: not|n['’]t| un)?|was not|are not|aren['’]t) ?(?:specified|given|provided|set|passed|defined|present|supplied|omitted|missing|empty|undefined|null|unset),? (?:then )?(?:(?:it|this|its value|the value) )?(?:will )?(?:defaults? to|(?:is|falls back to|will be)) (?<value>`[^`]+`|"[^"]+"|[-+]?[\d.]+\S*|true|false|null|undefined)/iu;
const described =
  /^(?:[-*] )?(?<what>`[\w.$-]+`|--[\w-]+|[a-z][a-z\d]*(?:[._][\w$]+|[A-Z]\w*))(?:,? \([^)]*\))?(?: ?[:–—-]| )(?<between>[^`]*?(?:`[^`]*`[^`]*?){0,2})(?:\b[Dd]efault(?:s to|ing to|s?:| value(?: is|:)| is)|\([Dd]efaults?:?(?: to)?) (?:is )?(?<value>`[^`]+`|"[^"]+"|[-+]?\d[\w.%]*|true|false|null|none|undefined)(?=$|[\s,.;:)])(?! (?:if|when|unless|for|in|on)\b)/u;
/** An entry of a reference: "`timeout`: how long to wait, defaults to 300"; "if `mode` is not given, it defaults to `0777`". */
const entry: Rule = {
  name: 'value/entry-default',
  trigger: /\bdefault/i,
  judges: true,
  read: (sentence) => {
    if (sentence.source.kind !== 'document' || /[{}]|=>/.test(sentence.text.replace(/`[^`]*`/g, ''))) return [];
    const lower = absent.exec(sentence.text) ?? described.exec(sentence.text);
    const { what = '', value = '', between = '' } = lower?.groups ?? {};
    if (what === '' || !isValue(value) || /\b(?:if|when|unless|which|whose|not|no|otherwise)\b[^.]*$/i.test(between))
      return [];
    const slot = { subject: bare(what), predicate: 'default' };
    return [property('value/entry-default', sentence, slot, value, 'one')];
  },
};

const label =
  /^(?<key>(?:[\p{L}]+ )?(?:owner|author|maintainer|assignee|reporter|manager|lead|licen[cs]e|status|state|priority|severity|version|due(?: date)?|deadline|release date|start date|end date|date|venue|location|address|phone|email|homepage|repository|language|budget|price|cost|duration|genre|director|publisher|chair|team|environment|region|database|framework|contact|department|project|customer|client|supplier|sponsor|decision)): (?<value>\S.{0,80})$/iu;
/** A line "Owner: Ana" in a document: a property of what its title names. */
const labelled: Rule = {
  name: 'value/label',
  trigger: /^(?:\p{L}+ )?\p{L}+: \S/u,
  read: (sentence) => {
    const title = titleName(sentence.source);
    if (title === null || isDoubtful(sentence.text)) return [];
    const { key = '', value = '' } = label.exec(sentence.text)?.groups ?? {};
    const object = value.replace(/\.$/, '');
    if (
      key === '' ||
      /^\p{Lu}+$/u.test(key) ||
      object.toLowerCase().startsWith(key.toLowerCase()) ||
      object.split(' ').length > 6 ||
      /[{}[\]<>|=;]|: |^(?:see|the|a|an|this|it|if|when|you|we)\b/i.test(object)
    )
      return [];
    return [property('value/label', sentence, { subject: title, predicate: key.toLowerCase() }, object, 'one')];
  },
};

/** What references, licences and the heads of documents say of the thing they are about. */
export const referenceRules: readonly Rule[] = [versionBound, entry, licensed, labelled];
