import { printable } from '../base/printable.ts';
import type { ResultUse } from '../contract/evidence.ts';
import type { MethodResult } from '../contract/methods.ts';
import type { UseCoverage } from '../contract/useQuestions.ts';

/** What became of a result: its mark and whose word that is. */
export function useWords({ mark, source, signs }: Pick<ResultUse, 'mark' | 'source' | 'signs'>): string {
  if (source === null) return mark;
  return `${mark}, ${source}${source === 'observed' && signs.length > 0 ? ` by ${signs.join(' and ')}` : ''}`;
}

/** For which share of the answered questions the use is known, on one line. */
export function coverageLine(use: UseCoverage): string {
  const { answered, open, reported, observed, untraced, unreported, coverage } = use;
  const share = coverage === null ? 'nothing to know yet' : `known for ${Math.floor(100 * coverage)} %`;
  const rest = `${reported} reported, ${observed} observed, ${untraced} untraced, ${unreported} unreported, ${open} open`;
  return `${share} of ${answered} answered: ${rest}`;
}

export function renderClaim({ sessions }: MethodResult<'trace.forClaim'>): string {
  if (sessions.length === 0) return 'No answer is known that made this claim.';
  return printable(
    sessions
      .flatMap(({ sessionId, timestamp, query, status, use, answer, results }) => [
        `${timestamp}  ${query ?? '(erased)'}  ${status}, ${use}, session ${sessionId}`,
        ...(answer === null ? [] : [`  ${answer.kind} ${answer.at}: ${firstLine(answer.text ?? '(erased)')}`]),
        ...results.map((result) => {
          const inClaim = result.inClaim.length > 0 ? `; in the claim by ${result.inClaim.join(' and ')}` : '';
          return `  ${result.itemId} (${result.namespace}): ${useWords(result)}${inClaim}`;
        }),
        '',
      ])
      .slice(0, -1)
      .join('\n'),
  );
}

export function renderIgnored({ from, to, items, ignoredItems }: MethodResult<'trace.ignored'>): string {
  return printable(
    [
      `${ignoredItems} ignored between ${from} and ${to}`,
      ...(items.length === 0 ? [] : ['  ignored   shown    used unknown']),
      ...items.map(
        ({ itemId, namespace, ignored, surfaced, used, unknown, lastSessionId }) =>
          `${numbers(ignored, surfaced, used, unknown)}  ${itemId} (${namespace}), last in ${lastSessionId}`,
      ),
      ...(ignoredItems > items.length ? [`and ${ignoredItems - items.length} more (--limit)`] : []),
    ].join('\n'),
  );
}

export function renderUse({ coverage, paths, silent }: MethodResult<'trace.use'>): string {
  return [
    `${coverage.from} – ${coverage.to}`,
    `Use ${coverageLine(coverage)}`,
    'Path         calls   shown    used ignored unknown',
    ...paths.map(
      ({ path, calls, surfaced, used, ignored, unknown }) =>
        `${path.padEnd(9)} ${numbers(calls, surfaced, used, ignored, unknown)}`,
    ),
    silent.length === 0 ? 'Every path was asked.' : `Silent: ${silent.join(', ')}`,
  ].join('\n');
}

export function renderRivals({ from, to, rivals }: MethodResult<'trace.rivals'>): string {
  if (rivals.length === 0) return `Nothing came up that had been replaced, between ${from} and ${to}.`;
  return printable(
    rivals
      .map(
        ({ staleItem, currentItem, namespace, sessions, shown, staleUsed, lastSessionId }) =>
          `${staleItem}, replaced by ${currentItem} (${namespace}): came up in ${sessions} ${sessions === 1 ? 'session' : 'sessions'}, shown in ${shown}, used in ${staleUsed}, last in ${lastSessionId}`,
      )
      .join('\n'),
  );
}

function numbers(...counts: readonly number[]): string {
  return counts.map((n) => String(n).padStart(7)).join(' ');
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
