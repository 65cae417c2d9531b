import type { EventType, Job, LedgerEventView, MethodInput, MethodResult } from '../../main/contract/index.ts';
import { asCallError, type CallError } from '../callError.ts';
import type { Client } from '../client.ts';

export interface LedgerFilter {
  readonly eventTypes: readonly EventType[];
  readonly namespace: string;
  readonly actor: string;
  readonly text: string;
  /** Days of the reader's calendar, `2026-03-03`, or empty. */
  readonly fromDay: string;
  readonly toDay: string;
}

const nothingFiltered: LedgerFilter = { eventTypes: [], namespace: '', actor: '', text: '', fromDay: '', toDay: '' };

/** The ledger, newest first, a page at a time, and the walk over its chain. */
export class LedgerReading {
  readonly #client: Client;
  filter = $state.raw<LedgerFilter>(nothingFiltered);
  events = $state.raw<readonly LedgerEventView[]>([]);
  nextBeforeSeq = $state<number | null>(null);
  /** Set while the list begins at an event that was gone to, so that newer ones are not shown. */
  jumped = $state(false);
  loading = $state(false);
  loaded = $state(false);
  error = $state.raw<CallError | null>(null);
  selected = $state.raw<LedgerEventView | null>(null);
  verifying = $state(false);
  verifyJob = $state.raw<Job | null>(null);
  report = $state.raw<MethodResult<'ledger.verify'> | null>(null);
  verifyError = $state.raw<CallError | null>(null);
  #turn = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  get filtered(): boolean {
    return JSON.stringify(this.filter) !== JSON.stringify(nothingFiltered);
  }

  async load(filter: LedgerFilter = this.filter): Promise<void> {
    this.filter = filter;
    this.jumped = false;
    this.#turn += 1;
    const turn = this.#turn;
    await this.#read(turn, {}, (events) => {
      this.events = events;
    });
  }

  async loadOlder(): Promise<void> {
    if (this.nextBeforeSeq === null || this.loading) return;
    await this.#read(this.#turn, { beforeSeq: this.nextBeforeSeq }, (events) => {
      this.events = [...this.events, ...events];
    });
  }

  async clearFilter(): Promise<void> {
    await this.load(nothingFiltered);
  }

  /** Shows one event and those before it, whatever was filtered. */
  async goTo(seq: number): Promise<void> {
    this.filter = nothingFiltered;
    this.jumped = true;
    this.#turn += 1;
    await this.#read(this.#turn, { beforeSeq: seq + 1 }, (events) => {
      this.events = events;
      this.selected = events[0]?.seq === seq ? events[0] : null;
    });
  }

  /** Shows the event that is an item's evidence. */
  async showEvidenceOf(item: { readonly itemId: string; readonly namespace: string }): Promise<void> {
    this.error = null;
    try {
      const { event } = await this.#client.call('memory.get', { itemId: item.itemId, namespace: item.namespace });
      await this.goTo(event.seq);
    } catch (error) {
      this.error = asCallError(error);
    }
  }

  async verify(): Promise<void> {
    this.verifying = true;
    this.report = null;
    this.verifyJob = null;
    this.verifyError = null;
    try {
      this.report = await this.#client.call('ledger.verify', {});
    } catch (error) {
      this.verifyError = asCallError(error);
    } finally {
      this.verifying = false;
    }
  }

  followJob(job: Job): void {
    if (job.kind === 'verify') this.verifyJob = job;
  }

  async #read(
    turn: number,
    page: { beforeSeq?: number },
    take: (events: readonly LedgerEventView[]) => void,
  ): Promise<void> {
    this.loading = true;
    this.error = null;
    try {
      const { events, nextBeforeSeq } = await this.#client.call('ledger.list', { ...listParams(this.filter), ...page });
      if (turn !== this.#turn) return;
      take(events);
      this.nextBeforeSeq = nextBeforeSeq;
      this.loaded = true;
    } catch (error) {
      if (turn === this.#turn) this.error = asCallError(error);
    } finally {
      if (turn === this.#turn) this.loading = false;
    }
  }
}

function listParams(filter: LedgerFilter): MethodInput<'ledger.list'> {
  return {
    limit: 100,
    ...(filter.eventTypes.length > 0 ? { eventTypes: [...filter.eventTypes] } : {}),
    ...(filter.namespace !== '' ? { namespace: filter.namespace } : {}),
    ...(filter.actor.trim() !== '' ? { actor: filter.actor.trim() } : {}),
    ...(filter.text.trim() !== '' ? { text: filter.text.trim() } : {}),
    ...(filter.fromDay !== '' ? { from: new Date(`${filter.fromDay}T00:00:00`).toISOString() } : {}),
    ...(filter.toDay !== '' ? { to: dayAfter(filter.toDay) } : {}),
  };
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + 1);
  return date.toISOString();
}
