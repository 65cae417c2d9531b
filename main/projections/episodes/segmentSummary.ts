/** A member of a segment, as its summary reads it. */
export interface Told {
  readonly eventType: string;
  readonly actor: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
}

/** What a segment says of itself: words of its members, none of ours. */
export interface SegmentSummary {
  readonly summary: string;
  readonly actors: readonly string[];
  readonly action: string | null;
  readonly observation: string | null;
  readonly outcome: string | null;
}

/**
 * The extractive summary of a segment, made when it is read: who took part and when, the first statement, and the last
 * one that tells how it ended. The raw members stay what they are.
 */
export function summarise(members: readonly Told[]): SegmentSummary {
  const actors = [...new Set(members.map(({ actor }) => actor))];
  const first = members.find(({ text }) => text.trim() !== '');
  const ending = members.findLast(({ text }) => tellsOutcome(text)) ?? null;
  const last = ending ?? members.findLast(({ text }) => text.trim() !== '');
  const quoted = [first, last === first ? undefined : last].flatMap((member) =>
    member === undefined ? [] : [excerptOf(member.text)],
  );
  return {
    summary: `${actors.slice(0, 5).join(', ')}, ${spanOf(members)}: ${quoted.join(' … ')}`,
    actors,
    action: textOf(members.find(({ eventType }) => eventType === 'action')),
    observation: textOf(members.findLast(({ eventType }) => eventType === 'tool_result')),
    outcome: textOf(ending ?? undefined),
  };
}

/** Words with which people and tools say that something has come to an end, well or not. */
const outcomeWords =
  /\b(?:done|finished|completed?|succeed(?:ed|s)|success(?:ful(?:ly)?)?|passe[ds]|fixed|resolved|solved|merged|deployed|released|shipped|restored|recovered|works|worked|decided|agreed|approved|concluded|confirmed|fail(?:ed|s|ure)|broke(?:n)?|crashed|aborted|cancelled|canceled|rejected|refused|rolled back|reverted|gave up|timed out|lost|won|in the end|as a result|turned out)\b/i;

function tellsOutcome(text: string): boolean {
  return outcomeWords.test(text);
}

function textOf(member: Told | undefined): string | null {
  return member === undefined ? null : excerptOf(member.text);
}

/** The first sentence or so: whole words, at most so many UTF-16 units. */
const longestExcerpt = 240;

function excerptOf(text: string): string {
  const line = text
    .slice(0, 4 * longestExcerpt)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longestExcerpt) return line.toWellFormed();
  const cut = line.slice(0, longestExcerpt);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longestExcerpt / 2)).toWellFormed()}…`;
}

function spanOf(members: readonly Told[]): string {
  const [from, to] = [members[0]?.occurredAt ?? 0, members.at(-1)?.occurredAt ?? 0].map((ms) =>
    new Date(ms).toISOString().slice(0, 16).replace('T', ' '),
  );
  const same = from?.slice(0, 10) === to?.slice(0, 10);
  return from === to ? `${from} UTC` : `${from}–${same ? to?.slice(11) : to} UTC`;
}
