import { parseValue } from '../../language/values.ts';
import type { ExtractionSource, Found, Rule } from '../extraction.ts';
import { headed, titleName } from '../lists.ts';
import { bare, isMeasure, type Slot, slotOf } from '../phrases.ts';

const setting =
  /^(?:export |set |ENV )?(?<key>[A-Za-z][\w.-]*(?: [a-z][\w-]*){0,2}) ?(?<sign>:(?= )|=) ?(?<value>\S[^{}()[\];=]{0,79}?)(?:\s+(?:#|\/\/).*)?$/;

/** Entries of a reference manual, attributes of markup and declarations: they belong to something that is not named. */
const notKey =
  /^(?:default|required|optional|type|types|added|since|deprecated|dependencies|note|notes|example|examples|value|values|returns?|see|usage|src|href|alt|class|style|por defecto|[\w ]*\b(?:const|let|var|import|export|return)\b.*)$/i;
/** `res.statusCode = 200` is a line of a program. */
const memberAccess = /^\w+\.\w*[a-z][A-Z]\w*$/;

/** A line of a configuration: `timeout: 300`, `timeout = 300 s`, `server.port=8080`. Dots part the owner from its property. */
const line: Rule = {
  name: 'value/setting',
  trigger: /^[A-Za-z][\w.-]*(?: [a-z][\w-]*){0,2} ?[:=] ?\S/,
  read: ({ text, source }) => {
    const { key = '', sign = '', value = '' } = setting.exec(text)?.groups ?? {};
    if (
      key.length < 2 ||
      notKey.test(key) ||
      /\.(?:js|ts|json|md)$/i.test(key) ||
      memberAccess.test(key) ||
      value.endsWith(',') ||
      !isSettingValue(value, sign, key)
    )
      return [];
    if (sign === ':' && (value.startsWith('`') || (key.includes(' ') && !/\d/.test(value)))) return [];
    if (source.kind === 'speech' && !isPlainKey(key, sign) && headed(source.heading) === null) return [];
    const dot = key.lastIndexOf('.');
    const name = key.slice(dot + 1);
    // "pg-main pool size" is told in words, "worker_timeout" and "workerTimeout" are to be taken apart.
    const words = (name.includes(' ') ? name : name.replace(/(?<=[a-z\d])(?=[A-Z])|[_-]/g, ' ')).toLowerCase();
    const owner = headed(source.heading);
    const slot =
      dot > 0
        ? { subject: key.slice(0, dot), predicate: words }
        : owner !== null
          ? { subject: owner, predicate: words }
          : ownSetting(slotOf(words), source);
    const fact = { ...slot, object: bare(value) };
    const found: Found = { rule: 'value/setting', family: 'value', fact };
    return [found];
  },
};

/** A key of one word belongs to what the title of its document names. */
function ownSetting(slot: Slot, source: ExtractionSource): Slot {
  const title = slot.predicate === 'value' ? titleName(source) : null;
  return title === null ? slot : { subject: title, predicate: slot.subject };
}

/** Behind "=" one token or a measure; behind ":" a measure or a switch, for many words come before a colon. */
function isSettingValue(value: string, sign: string, key: string): boolean {
  const exact =
    parseValue(bare(value)).kind !== 'text' || /^(?:true|false|null|none|on|off|yes|no|enabled|disabled)$/i.test(value);
  if (exact || (isMeasure(bare(value)) && value.split(' ').length <= 2)) return true;
  const identifier = /[_.]|[a-z][A-Z]/.test(key);
  return (
    /^["'`][^"'`]+["'`]$|^[\w./:@-]+$/.test(value) && !/^\p{Lu}?\p{Ll}+$/u.test(value) && (sign === '=' || identifier)
  );
}

/** In talk, "note: 5" and "page 3: 12" are no settings. */
function isPlainKey(key: string, sign: string): boolean {
  return (
    sign === '=' ||
    /[_.-]|[a-z][A-Z]/.test(key) ||
    slotOf(key).predicate !== 'value' ||
    /^(?:timeout|port|version|limit|threshold|deadline|budget|interval|ttl)$/.test(key)
  );
}

export const settingRules: readonly Rule[] = [line];
