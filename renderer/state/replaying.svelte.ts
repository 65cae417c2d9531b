import type { MethodInput, MethodResult } from '../../main/contract/index.ts';
import { asCallError, type CallError } from '../callError.ts';
import type { Client } from '../client.ts';

/** A past question that is asked once more, beside what was answered. */
export class Replaying {
  readonly #client: Client;
  told = $state.raw<MethodResult<'trace.replay'> | null>(null);
  /** The policies that ship with the program. */
  policies = $state.raw<readonly string[]>([]);
  busy = $state(false);
  error = $state.raw<CallError | null>(null);

  constructor(client: Client) {
    this.#client = client;
  }

  /** Forgets the last replay: another question is looked at. */
  begin(): void {
    this.told = null;
    this.error = null;
  }

  async loadPolicies(): Promise<void> {
    if (this.policies.length > 0) return;
    await this.#doing(async () => {
      this.policies = (await this.#client.call('shadow.configure', {})).candidates;
    });
  }

  async run(asked: MethodInput<'trace.replay'>): Promise<void> {
    this.busy = true;
    await this.#doing(async () => {
      this.told = await this.#client.call('trace.replay', asked);
    });
    this.busy = false;
  }

  async #doing(work: () => Promise<void>): Promise<void> {
    this.error = null;
    try {
      await work();
    } catch (error) {
      this.error = asCallError(error);
    }
  }
}
