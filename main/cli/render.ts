import { printable } from '../base/printable.ts';
import type { ImportStatus } from '../contract/imports.ts';
import type { MethodResult } from '../contract/methods.ts';
import type { Job, LedgerReport, Status } from '../contract/status.ts';
import type { Trace } from '../contract/trace.ts';
import { coverageLine, useWords } from './renderUse.ts';

export function renderStatus(status: Status): string {
  const { version, pid, dataDir, ledger, items, namespaces, vectors, projections, jobs, warnings, readOnly } = status;
  const kinds = Object.entries(items.byKind).map(([kind, count]) => `${count} ${kind}`);
  const behind = projections.filter((projection) => projection.behind > 0);
  const bytes = Object.values(status.diskBytes).reduce((sum, size) => sum + size, 0);
  return printable(
    [
      `Piper Memory ${version}, process ${pid}, since ${status.startedAt}`,
      `Data       ${dataDir} (${megabytes(bytes)})`,
      `Ledger     ${counted(ledger.events, 'event')}, head ${ledger.headSeq} ${ledger.headHash.slice(0, 12)}`,
      ...(readOnly === null
        ? []
        : [`READ-ONLY  ${readOnly.reason}${readOnly.seq === null ? '' : ` (event ${readOnly.seq})`}`]),
      `Items      ${items.total}${kinds.length > 0 ? `: ${kinds.join(', ')}` : ''}`,
      `Namespaces ${namespaces.map(({ namespace, items }) => `${namespace} (${items})`).join(', ') || 'none yet'}`,
      `Vectors    ${vectors.state}, ${vectors.embedder ?? 'no embedder'}: ${vectors.fresh} fresh, ${vectors.settled} settled, ${vectors.pending} to do`,
      `Use        ${coverageLine(status.evidenceUse)} in seven days`,
      ...behind.map(({ name, behind }) => `Behind     ${name} by ${counted(behind, 'event')}`),
      ...jobs.filter(({ state }) => state === 'running').map((job) => `Running    ${jobLine(job)}`),
      ...warnings.map(({ message, remedy }) => `Warning    ${message} ${remedy}`),
    ].join('\n'),
  );
}

export function jobLine({ kind, done, total, unit, message }: Job): string {
  return `${kind} ${done}${total === null ? '' : ` of ${total}`} ${unit}${message === '' ? '' : `: ${message}`}`;
}

export function renderTrace(trace: Trace): string {
  const shown = trace.candidates.slice(0, 50);
  return printable(
    [
      `${trace.sessionId}, ${trace.timestamp}`,
      `Asked      ${trace.query ?? '(erased)'} in ${trace.namespaces.join(', ')}`,
      `Answer     ${trace.status}, confidence ${trace.confidence.toFixed(2)}, ${trace.results} results, ${trace.latencyMs.toFixed(1)} ms`,
      `Route      ${trace.route} (${trace.routeReason})`,
      `Use        ${trace.use}`,
      ...trace.uses.map((use) => `           ${use.itemId}: ${useWords(use)}`),
      ...trace.answers.map(({ kind, at, eventId }) => `           ${kind} of ${at}, event ${eventId}`),
      ...trace.outcomes.map(({ outcome, at }) => `           outcome of ${at}: ${outcome ?? '(erased)'}`),
      '',
      'Stage                  start ms       ms     in    out',
      ...trace.stages.map(
        ({ stage, startMs, latencyMs, in: before, out }) =>
          `${stage.padEnd(22)} ${startMs.toFixed(1).padStart(8)} ${latencyMs.toFixed(1).padStart(8)} ${cell(before)} ${cell(out)}`,
      ),
      '',
      `Candidates (${trace.candidates.length})`,
      ...shown.map(
        ({ retriever, candidateRank, candidateScore, candidateMemoryId, droppedReason, mark }) =>
          `${retriever.padEnd(7)} ${String(candidateRank).padStart(4)} ${candidateScore.toFixed(3).padStart(9)}  ${candidateMemoryId}  ${droppedReason ?? mark ?? 'shown'}`,
      ),
      ...(trace.candidates.length > shown.length
        ? [`and ${trace.candidates.length - shown.length} more (--json)`]
        : []),
    ].join('\n'),
  );
}

export function renderVerify(report: LedgerReport): string {
  const { ok, events, checkedPayloads, erasedPayloads, headSeq, headHash } = report;
  const holds = `${counted(events, 'event')}, ${checkedPayloads} payloads checked, ${erasedPayloads} erased, head ${headSeq} ${headHash}`;
  return ok
    ? `The chain holds: ${holds}`
    : `THE CHAIN BREAKS at event ${report.break?.seq}: ${report.break?.reason}\n${holds}`;
}

export function renderEvents({ events, nextBeforeSeq }: MethodResult<'ledger.list'>): string {
  return printable(
    [
      ...events.map(
        ({ seq, recordedAt, eventType, namespace, actor, eventId, payload }) =>
          `${String(seq).padStart(8)}  ${recordedAt}  ${eventType.padEnd(14)} ${namespace}  ${actor}  ${eventId}${payload === null ? '  (erased)' : ''}`,
      ),
      ...(events.length === 0 ? ['No such events.'] : []),
      ...(nextBeforeSeq === null ? [] : [`Older ones: --before ${nextBeforeSeq}`]),
    ].join('\n'),
  );
}

export function renderSettings({ autoRecall, redactSecrets }: MethodResult<'admin.settings'>): string {
  return [
    `Auto recall     ${autoRecall ? 'on: prompts are looked up where memory.need says so' : 'off'}`,
    `Redact secrets  ${redactSecrets ? 'on: keys, tokens and passwords are left out of answers' : 'OFF'}`,
  ].join('\n');
}

export function renderRebuild(result: MethodResult<'admin.rebuild'>): string {
  const { events, items, same, digestBefore, digestAfter, vectorsFromCache, vectorsPending, ms } = result;
  return [
    `Rebuilt ${counted(items, 'item')} from ${counted(events, 'event')} in ${(ms / 1000).toFixed(1)} s.`,
    same
      ? `Every row but vectors is as before (${digestAfter.slice(0, 16)}).`
      : `THE ROWS DIFFER: ${digestBefore.slice(0, 16)} before, ${digestAfter.slice(0, 16)} after.`,
    `Vectors: ${vectorsFromCache} from the cache, ${vectorsPending} still to be made.`,
  ].join('\n');
}

/** One line while an import runs. */
export function importLine(status: ImportStatus): string {
  const { filesDone, files, written, already, rejected, bytes, bytesDone, etaMs } = status;
  const share = bytes === 0 ? '' : ` ${Math.floor((100 * bytesDone) / bytes)} %`;
  const left = etaMs === null ? '' : `, about ${Math.ceil(etaMs / 1000)} s left`;
  return `Importing${share}: ${filesDone} of ${counted(files, 'file')}, ${written} written, ${already} known, ${rejected} rejected${left}`;
}

export function renderImport(status: ImportStatus): string {
  const { state, dryRun, files, written, already, rejected, unresolved, rejectedRows, namespaces, error } = status;
  const ended = {
    finished: 'Imported',
    cancelled: 'Cancelled',
    failed: 'Failed',
    interrupted: 'Interrupted',
    running: 'Running',
  };
  const shown = rejectedRows.slice(0, 20);
  return printable(
    [
      `${dryRun ? 'Dry run, nothing was written. ' : ''}${ended[state]}: ${counted(files, 'file')}, ${written} ${dryRun ? 'would be written' : 'written'}, ${already} known already, ${rejected} rejected${namespaces.length > 0 ? `, in ${namespaces.join(', ')}` : ''}.`,
      ...shown.map(({ file, line, reason }) => `  ${file}${line === null ? '' : `:${line}`}: ${reason}`),
      ...(rejected > shown.length ? [`  and ${rejected - shown.length} more (--json)`] : []),
      ...(unresolved === 0
        ? []
        : [`${counted(unresolved, 'id')} that the objects refer to ${unresolved === 1 ? 'is' : 'are'} not there yet.`]),
      ...(error === null ? [] : [`${error.message} ${error.remedy}`]),
      ...(state === 'cancelled' ? ['What was written stays; start the same import again to go on.'] : []),
    ].join('\n'),
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function cell(count: number | null): string {
  return (count === null ? '' : String(count)).padStart(6);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
