import { isVerbAt } from '../language/verbs.ts';
import type { ExtractionSource } from './extraction.ts';
import { bare, edge, isAttribute, isNamed, np, type Slot } from './phrases.ts';

const nextItem = new RegExp(`^(?:,? (?:and|or|as well as) |, )(?<item>${np})${edge}`, 'iu');
/** Longer items are clauses. Words. */
const longestItem = 4;
const longestList = 12;

/** The further named members of a list, in what stands behind its first: "A | , B and C" gives B and C. */
export function furtherItems(rest: string): string[] {
  const items: string[] = [];
  for (let left = rest; items.length < longestList; ) {
    const match = nextItem.exec(left);
    const item = match?.groups?.item ?? '';
    const words = item.split(' ');
    if (match === null || words.length > longestItem || !isNamed(item)) return items;
    if (words.some((_, at) => at > 0 && isVerbAt(words, at))) return items;
    items.push(item);
    left = left.slice(match[0].length);
    // "A, B runs C": what went before was no list.
    if (/^ \p{Ll}/u.test(left) && !/^ (?:and|or|as well as|in|on|for|to|at|from|since|with|by|which)\b/.test(left))
      return items.slice(0, -1);
  }
  return items;
}

const self =
  /^(?:this|the|these) (?:package|module|library|project|plug-?in|tool|app|application|framework|repo|repository|crate|gem|website|site|extension|program|service|definitions)$/i;

/** "This package", "the library" in a document is what its title names; null where no title does. */
export function ofTitle(phrase: string, { kind, title }: ExtractionSource): string | null {
  if (kind !== 'document' || title === null || !self.test(phrase.trim())) return null;
  return titleName({ kind, title });
}

/** The title of a document where it is a name: one word, or capitals; "Minutes of Tuesday's call" is none. */
export function titleName({ kind, title }: Pick<ExtractionSource, 'kind' | 'title'>): string | null {
  if (kind !== 'document' || title === null || title.length > 60) return null;
  if (/^(?:readme|changelog|changes|history|license|licence|contributing|notes|index|todo)(?:\.\w+)?$/i.test(title))
    return null;
  return !title.includes(' ') || isNamed(bare(title), true) ? title : null;
}

/** What a heading says of the section and not of a thing. */
const ofSection =
  /^(?:(?:the|a|an) )?(?:(?:general|default|example|current|common|basic|advanced|new|other|further) )?(?:settings?|config(?:uration)?|options?|parameters?|properties|defaults?|limits?|details?|overview|summary|notes?|usage|examples?|introduction|background|status|contents?|changes|changelog|history|release notes|appendix|references?|faq|misc(?:ellaneous)?|install(?:ation)?|setup|requirements?|environment(?: variables)?|variables|values|facts?|todo|open questions?|decisions?|results?|conclusions?|getting started|quick start|api|runbook|playbook|read ?me|manual|guide|handbook|report|minutes|agenda|log|plan|policy|checklist|deployment|releases?|roadmap|v?\d.*|(?:api )?references?|benchmarks?|performance|compatibility|support(?:ed .*)?|platforms?|versions?|specifications?|prerequisites|about|contributing|development|tests?|testing|build(?:ing)?|commands?|cli|troubleshooting|security|authors?|credits|acknowledge?ments|table of contents|resources|links|features?|license|unreleased)$/i;
const sectionNoun =
  / (?:settings?|config(?:uration)?|options?|parameters?|properties|defaults?|limits?|details?|section|overview|notes)$/i;

/** The thing that a heading names, or null: "2. Gateway settings" is about `Gateway`, "Settings" about nothing. */
export function headed(heading: string | null | undefined): string | null {
  const words = (heading ?? '').replace(/^[\d.]+ (?=\S)|[*_`]|:$|\s*#+$/g, '').trim();
  if (ofSection.test(words)) return null;
  const name = bare(words.replace(sectionNoun, ''));
  const isName = /^[\p{L}][\p{L}\d_./@-]*(?: [\p{L}\d][\p{L}\d_./@-]*){0,3}$/u.test(name);
  return isName && !ofSection.test(name) ? name : null;
}

/**
 * A property that stands alone ("the timeout", `timeout: 30s`) belongs to what its section's heading or the document's
 * title names, where one does; any other slot is what it is.
 */
export function ownSlot(slot: Slot, source: ExtractionSource): Slot {
  if (slot.predicate !== 'value' || !isAttribute(slot.subject)) return slot;
  const owner = headed(source.heading) ?? titleName(source);
  return owner === null ? slot : { subject: owner, predicate: slot.subject.toLowerCase() };
}
