/** A stretch of a document under one heading: UTF-16 offsets, `[start, end)`, the heading's own line included. */
export interface Section {
  readonly start: number;
  readonly end: number;
  /** The headings above it, outermost first: `Setup > Linux`. Null before the first heading. */
  readonly heading: string | null;
}

/** Where the blocks of a document end, and where a block must be cut at line ends only. */
export interface Layout {
  readonly sections: readonly Section[];
  /** Offsets after the last line of each paragraph, list, table or code block, ascending. */
  readonly blockEnds: readonly number[];
  /** Fenced code and table rows: `[start, end)`, ascending. A sentence end in there is none. */
  readonly lineBound: readonly (readonly [start: number, end: number])[];
}

type Format = 'text/markdown' | 'text/plain';

/**
 * Reads the outline of a document, line by line: ATX headings (CommonMark 0.31 §4.2, Markdown only), setext headings
 * of one line (§4.3), fenced code (§4.5), table rows and blank lines. A heading with nothing under it belongs to the
 * section that follows.
 */
export function readLayout(text: string, format: Format): Layout {
  const outline = new Outline();
  const blockEnds: number[] = [];
  const lineBound: [number, number][] = [];
  let fence: string | null = null;
  let before: Line | null = null;
  let beforeThat: Line | null = null;
  for (const line of linesOf(text)) {
    if (fence !== null) {
      bind(lineBound, line);
      const closed = closesFence(line.head, fence);
      if (closed) blockEnds.push(line.end);
      if (closed) fence = null;
      [beforeThat, before] = [null, null];
      continue;
    }
    if (line.head.trim() === '') {
      if (before !== null) blockEnds.push(before.end);
      [beforeThat, before] = [null, null];
      continue;
    }
    fence = format === 'text/markdown' ? opensFence(line.head) : null;
    const atx = format === 'text/markdown' ? atxHeading(line.head) : null;
    const setext: 1 | 2 | null = beforeThat === null && before !== null ? setextLevel(line.head, before, format) : null;
    if (fence !== null && before !== null) blockEnds.push(before.end);
    if (fence !== null || (format === 'text/markdown' && /^ {0,3}\|/.test(line.head))) bind(lineBound, line);
    if (atx !== null) outline.begin(line.start, line.end, atx.level, atx.title);
    else if (setext !== null && before !== null) outline.begin(before.start, line.end, setext, titleOf(before.head));
    [beforeThat, before] = atx !== null || setext !== null ? [null, null] : [before, line];
  }
  return { sections: outline.finish(text), blockEnds, lineBound };
}

interface Line {
  readonly start: number;
  /** After the last character, before the line break. */
  readonly end: number;
  /** Its first characters: enough to tell a heading or a fence, however long the line is. */
  readonly head: string;
}

function* linesOf(text: string): Generator<Line> {
  const breaks = /\r\n|\n|\r/g;
  for (let start = 0; start <= text.length; ) {
    const end = breaks.exec(text)?.index ?? text.length;
    yield { start, end, head: text.slice(start, Math.min(end, start + 400)) };
    if (end === text.length) return;
    start = breaks.lastIndex;
  }
}

function bind(ranges: [number, number][], line: Line): void {
  const last = ranges.at(-1);
  if (last !== undefined && line.start - last[1] <= 2) last[1] = line.end;
  else ranges.push([line.start, line.end]);
}

function opensFence(head: string): string | null {
  const [, fence, info] = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(head) ?? [];
  if (fence === undefined) return null;
  return fence.startsWith('`') && info?.includes('`') ? null : fence;
}

function closesFence(head: string, fence: string): boolean {
  const [, closing] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(head) ?? [];
  return closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length;
}

function atxHeading(head: string): { level: number; title: string } | null {
  const [whole, hashes] = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(head) ?? [];
  if (whole === undefined || hashes === undefined) return null;
  return { level: hashes.length, title: titleOf(head.slice(whole.length).replace(/(?<=[ \t])#+[ \t]*$/, '')) };
}

/**
 * A line of `=` or `-` under a paragraph of one short line makes that line a heading; under anything else it is a rule,
 * for so people mean it under a long line, whatever CommonMark says.
 */
function setextLevel(head: string, before: Line, format: Format): 1 | 2 | null {
  if (!/^ {0,3}(=+|-+)[ \t]*$/.test(head) || before.end - before.start > 200) return null;
  if (format === 'text/plain' && head.trim().length < 3) return null;
  if (/^( {4}|\t| {0,3}([-+*>|]|\d{1,9}[.)][ \t]|=+[ \t]*$))/.test(before.head)) return null;
  return head.includes('=') ? 1 : 2;
}

/** A heading's words, at most 200 of its characters. */
function titleOf(words: string): string {
  const short = words.replace(/\s+/g, ' ').trim().slice(0, 200);
  return short.replace(/[\ud800-\udbff]$/, '').trim();
}

/** Collects sections as headings are met, and knows which headings stand above. */
class Outline {
  readonly #open: { level: number; title: string }[] = [];
  readonly #marks: { start: number; bodyStart: number; heading: string | null }[] = [
    { start: 0, bodyStart: 0, heading: null },
  ];

  begin(start: number, bodyStart: number, level: number, title: string): void {
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop();
    this.#open.push({ level, title });
    const path = this.#open.map((heading) => heading.title).filter((words) => words !== '');
    this.#marks.push({ start, bodyStart, heading: path.length === 0 ? null : path.join(' > ') });
  }

  finish(text: string): Section[] {
    const sections: Section[] = [];
    let carried: number | null = null;
    for (const [index, mark] of this.#marks.entries()) {
      const next = this.#marks[index + 1];
      const end = next?.start ?? text.length;
      const empty = isBlank(text, mark.bodyStart, end);
      if (empty && next !== undefined) {
        carried ??= mark.start;
        continue;
      }
      sections.push({ start: carried ?? mark.start, end, heading: mark.heading });
      carried = null;
    }
    return sections;
  }
}

function isBlank(text: string, start: number, end: number): boolean {
  const next = /\S/g;
  next.lastIndex = start;
  const found = next.exec(text);
  return found === null || found.index >= end;
}
