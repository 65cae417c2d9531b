import type {
  EvidencePacket,
  EvidenceResult,
  ForcedPath,
  Trace,
  TraceSummary,
  UseMark,
} from '../../main/contract/index.ts';
import { asCallError, type CallError } from '../callError.ts';
import type { Client } from '../client.ts';
import { retrievalPaths } from '../words.ts';
import { readStored, writeStored } from './stored.ts';

export type PathChoice = 'router' | ForcedPath;
export type OperatorMark = Exclude<UseMark, 'surfaced'>;

interface Remembered {
  readonly namespaces: readonly string[];
  readonly path: PathChoice;
  readonly k: number;
}

/** One question at a time: what is asked and how, what came back, which card is looked at. */
export class Asking {
  readonly #client: Client;
  query = $state('');
  namespaces = $state.raw<readonly string[]>(['default']);
  path = $state<PathChoice>('router');
  k = $state(10);
  includeHistorical = $state(false);

  busy = $state(false);
  error = $state.raw<CallError | null>(null);
  packet = $state.raw<EvidencePacket | null>(null);
  trace = $state.raw<Trace | null>(null);
  traceError = $state.raw<CallError | null>(null);
  openResultId = $state<string | null>(null);
  cursor = $state(-1);
  marks = $state.raw<ReadonlyMap<string, UseMark>>(new Map());
  markError = $state.raw<CallError | null>(null);
  earlier = $state.raw<readonly TraceSummary[]>([]);
  /** Grows when the query box should take the focus. */
  focusWanted = $state(0);
  #chosen: boolean;
  #asked = 0;

  constructor(client: Client) {
    this.#client = client;
    const remembered = readStored<Remembered | null>('ask', acceptRemembered, null);
    this.#chosen = remembered !== null;
    if (remembered !== null) {
      this.namespaces = remembered.namespaces;
      this.path = remembered.path;
      this.k = remembered.k;
    }
  }

  get openResult(): EvidenceResult | null {
    return this.packet?.results.find((result) => result.resultId === this.openResultId) ?? null;
  }

  wantFocus(): void {
    this.focusWanted += 1;
  }

  choose(namespaces: readonly string[]): void {
    this.namespaces = namespaces;
    this.remember();
  }

  /** An import that has just ended says where the next question most likely goes. */
  preset(namespaces: readonly string[]): void {
    if (namespaces.length > 0) this.choose(namespaces.slice(0, 100));
  }

  /** Until the operator has chosen, questions go to the namespace written last; one that is gone is let go. */
  settleNamespaces(existing: readonly string[]): void {
    const [newest] = existing;
    if (newest === undefined) return;
    const kept = this.namespaces.filter((namespace) => existing.includes(namespace));
    if (!this.#chosen || kept.length === 0) this.namespaces = kept.length > 0 && this.#chosen ? kept : [newest];
    else if (kept.length < this.namespaces.length) this.namespaces = kept;
  }

  remember(): void {
    this.#chosen = true;
    writeStored('ask', { namespaces: this.namespaces, path: this.path, k: this.k } satisfies Remembered);
  }

  async ask(): Promise<void> {
    const query = this.query.trim();
    if (query === '' || this.busy) return;
    const turn = this.#begin();
    try {
      const packet = await this.#client.call('retrieve', {
        query,
        k: this.k,
        namespaces: [...this.namespaces],
        includeHistorical: this.includeHistorical,
        ...(this.path === 'router' ? {} : { paths: [this.path] }),
      });
      if (turn !== this.#asked) return;
      this.packet = packet;
      this.busy = false;
      this.remember();
      await this.#readTrace(packet.sessionId, turn);
      await this.loadEarlier();
    } catch (error) {
      if (turn === this.#asked) this.error = asCallError(error);
    } finally {
      if (turn === this.#asked) this.busy = false;
    }
  }

  /** Shows a session of the past, an agent's included, as it was answered then. */
  async reopen(summary: TraceSummary): Promise<void> {
    const turn = this.#begin();
    this.query = summary.query ?? '';
    await this.#readTrace(summary.sessionId, turn);
    if (turn !== this.#asked) return;
    this.busy = false;
    this.error = this.traceError;
    this.packet = this.trace?.packet ?? null;
  }

  /** Back to the empty view with the earlier questions. */
  clear(): void {
    this.#begin();
    this.busy = false;
    this.packet = null;
    this.query = '';
    this.wantFocus();
  }

  async loadEarlier(): Promise<void> {
    try {
      const { sessions } = await this.#client.call('trace.list', { limit: 20 });
      this.earlier = sessions;
    } catch {
      // The list is a convenience; what fails here fails visibly as soon as something is asked.
    }
  }

  async mark(resultId: string, mark: OperatorMark): Promise<void> {
    const { packet } = this;
    if (packet === null) return;
    this.markError = null;
    try {
      await this.#client.call('evidence.report', {
        sessionId: packet.sessionId,
        uses: [{ resultId, mark }],
        actor: 'operator',
      });
      this.marks = new Map(this.marks).set(resultId, mark);
      const trace = await this.#client.call('trace.get', { sessionId: packet.sessionId });
      if (this.packet === packet) this.trace = trace;
    } catch (error) {
      this.markError = asCallError(error);
    }
  }

  move(by: 1 | -1): void {
    const last = (this.packet?.results.length ?? 0) - 1;
    if (last >= 0) this.cursor = Math.min(Math.max(this.cursor + by, 0), last);
  }

  #begin(): number {
    this.busy = true;
    this.error = null;
    this.trace = null;
    this.traceError = null;
    this.openResultId = null;
    this.cursor = -1;
    this.marks = new Map();
    this.markError = null;
    this.#asked += 1;
    return this.#asked;
  }

  async #readTrace(sessionId: string, turn: number): Promise<void> {
    try {
      const trace = await this.#client.call('trace.get', { sessionId });
      if (turn !== this.#asked) return;
      this.trace = trace;
      this.marks = new Map(
        trace.candidates.flatMap(({ resultId, mark }) =>
          resultId === null || mark === null || mark === 'surfaced' ? [] : [[resultId, mark]],
        ),
      );
    } catch (error) {
      if (turn === this.#asked) this.traceError = asCallError(error);
    }
  }
}

function acceptRemembered(value: unknown): Remembered | null {
  if (typeof value !== 'object' || value === null) return null;
  const { namespaces, path, k } = value as Partial<Record<keyof Remembered, unknown>>;
  if (!Array.isArray(namespaces) || namespaces.length === 0) return null;
  if (!namespaces.every((namespace) => typeof namespace === 'string')) return null;
  const choices: readonly unknown[] = ['router', ...retrievalPaths, 'fused'];
  if (!choices.includes(path) || typeof k !== 'number' || !Number.isInteger(k) || k < 1 || k > 100) return null;
  return { namespaces, path: path as PathChoice, k };
}
