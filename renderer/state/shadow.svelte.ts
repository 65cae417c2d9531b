import type { MethodInput, MethodResult } from '../../main/contract/index.ts';
import { asCallError, type CallError } from '../callError.ts';
import type { Client } from '../client.ts';

type Listed = MethodResult<'shadow.list'>;

/** The candidate policy behind the replies, and the requests of which it made something else. */
export class ShadowReading {
  readonly #client: Client;
  settings = $state.raw<MethodResult<'shadow.configure'> | null>(null);
  summary = $state.raw<MethodResult<'shadow.summary'> | null>(null);
  requests = $state.raw<Listed['requests']>([]);
  nextBefore = $state<number | null>(null);
  error = $state.raw<CallError | null>(null);
  busy = $state(false);

  constructor(client: Client) {
    this.#client = client;
  }

  /** Reads the figures, and the list where they say that something came to it: its packets are long. */
  async load(): Promise<void> {
    await this.#doing(async () => {
      const [settings, summary] = await Promise.all([
        this.#client.call('shadow.configure', {}),
        this.#client.call('shadow.summary', {}),
      ]);
      const news = settings.candidate !== this.settings?.candidate || listOf(summary) !== listOf(this.summary);
      if (news) {
        const listed = await this.#client.call('shadow.list', {});
        this.requests = listed.requests;
        this.nextBefore = listed.nextBefore;
      }
      this.settings = settings;
      this.summary = summary;
    });
  }

  async configure(change: MethodInput<'shadow.configure'>): Promise<void> {
    this.busy = true;
    await this.#doing(async () => {
      await this.#client.call('shadow.configure', change);
    });
    if (this.error === null) await this.load();
    this.busy = false;
  }

  async more(): Promise<void> {
    const before = this.nextBefore;
    if (before === null) return;
    await this.#doing(async () => {
      const listed = await this.#client.call('shadow.list', { before });
      this.requests = [...this.requests, ...listed.requests];
      this.nextBefore = listed.nextBefore;
    });
  }

  async #doing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.error = null;
    } catch (error) {
      this.error = asCallError(error);
    }
  }
}

/** The figures that change with the list. */
function listOf(summary: MethodResult<'shadow.summary'> | null): string {
  return JSON.stringify([summary?.differing, summary?.used]);
}
