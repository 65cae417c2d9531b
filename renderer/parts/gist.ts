import type { LedgerEventView } from '../../main/contract/index.ts';
import { counted, formatValue } from '../format.ts';

/** What an event says, on one line. */
export function gistOf(event: LedgerEventView): string {
  const { payload } = event;
  if (payload === null || payload === undefined) return 'payload erased';
  if (typeof payload !== 'object') return formatValue(payload);
  const body = payload as Readonly<Record<string, unknown>>;
  if (event.eventType === 'import') {
    return `${formatValue(body.format)}: ${formatValue(body.written)} written, ${formatValue(body.already)} already there, ${formatValue(body.rejected)} rejected`;
  }
  if (event.eventType === 'evidence_use' && Array.isArray(body.uses)) {
    const source = body.source === 'observed' ? 'observed ' : '';
    return `${source}${counted(body.uses.length, 'mark')}: ${body.uses.map((use: { mark?: unknown }) => formatValue(use.mark)).join(', ')}`;
  }
  if (event.eventType === 'tombstone') return formatValue(body.reason);
  if (event.eventType === 'document') return formatValue(body.title);
  const text = body.text;
  if (typeof text === 'string' && text.trim() !== '') return text.slice(0, 400);
  return formatValue(body.fact ?? body.edge ?? body.cause);
}
