import type { ImportStatus, MethodResult } from '../../main/contract/index.ts';
import { asCallError, type CallError } from '../callError.ts';
import type { Client, PickedFile } from '../client.ts';
import { counted } from '../format.ts';
import type { Toast } from './session.svelte.ts';

interface Surroundings {
  readonly finished: (status: ImportStatus) => void;
  readonly say: (toast: Omit<Toast, 'id'>) => void;
}

/** From dropped files to a finished import: place, preview, start, follow. */
export class Imports {
  readonly #client: Client;
  readonly #surroundings: Surroundings;
  step = $state<'empty' | 'placing' | 'previewing' | 'ready'>('empty');
  placed = $state(0);
  placing = $state(0);
  paths = $state.raw<readonly string[]>([]);
  preview = $state.raw<MethodResult<'import.preview'> | null>(null);
  namespace = $state('');
  error = $state.raw<CallError | null>(null);
  starting = $state(false);
  all = $state.raw<readonly ImportStatus[]>([]);
  #turn = 0;

  constructor(client: Client, surroundings: Surroundings) {
    this.#client = client;
    this.#surroundings = surroundings;
  }

  async take(files: readonly PickedFile[]): Promise<void> {
    if (files.length === 0) return;
    const turn = this.#begin('placing');
    this.placing = files.length;
    try {
      const paths = await this.#client.place(files, (done) => {
        if (turn === this.#turn) this.placed = done;
      });
      if (turn === this.#turn) await this.look(paths);
    } catch (error) {
      this.#fail(turn, error);
    }
  }

  /** Previews paths on the daemon's machine. */
  async look(paths: readonly string[]): Promise<void> {
    const turn = this.#begin('previewing');
    this.paths = paths;
    await this.#preview(turn);
  }

  /** Another namespace: the preview stands until the new one is there, so that nothing moves under the pointer. */
  async lookAgain(): Promise<void> {
    if (this.step !== 'ready') return;
    this.#turn += 1;
    await this.#preview(this.#turn);
  }

  async #preview(turn: number): Promise<void> {
    try {
      const preview = await this.#client.call('import.preview', { paths: [...this.paths], ...this.#override() });
      if (turn !== this.#turn) return;
      this.preview = preview;
      this.step = 'ready';
    } catch (error) {
      this.#fail(turn, error);
    }
  }

  async start(dryRun: boolean): Promise<void> {
    this.starting = true;
    this.error = null;
    try {
      this.follow(await this.#client.call('import.start', { paths: [...this.paths], dryRun, ...this.#override() }));
      if (!dryRun) this.clear();
    } catch (error) {
      this.error = asCallError(error);
    } finally {
      this.starting = false;
    }
  }

  async cancel(importId: string): Promise<void> {
    try {
      this.follow(await this.#client.call('import.cancel', { importId }));
    } catch (error) {
      this.error = asCallError(error);
    }
  }

  async load(): Promise<void> {
    try {
      const { imports } = await this.#client.call('import.status', {});
      this.all = imports;
    } catch (error) {
      this.error = asCallError(error);
    }
  }

  /** Takes in the newest state of an import; the step from running to ended is told once. */
  follow(status: ImportStatus): void {
    const before = this.all.find(({ importId }) => importId === status.importId);
    if (before !== undefined && before.state !== 'running' && status.state === 'running') return;
    this.all =
      before === undefined
        ? [status, ...this.all]
        : this.all.map((known) => (known.importId === status.importId ? status : known));
    if (status.state === 'running' || (before !== undefined && before.state !== 'running')) return;
    if (!status.dryRun && status.state === 'finished') this.#surroundings.finished(status);
    this.#surroundings.say(toastFor(status));
  }

  clear(): void {
    this.#begin('empty');
    this.paths = [];
  }

  #override(): { namespace?: string } {
    const namespace = this.namespace.trim();
    return namespace === '' ? {} : { namespace };
  }

  #begin(step: Imports['step']): number {
    this.step = step;
    this.placed = 0;
    this.preview = null;
    this.error = null;
    this.#turn += 1;
    return this.#turn;
  }

  #fail(turn: number, error: unknown): void {
    if (turn !== this.#turn) return;
    this.step = 'empty';
    this.error = asCallError(error);
  }
}

function toastFor(status: ImportStatus): Omit<Toast, 'id'> {
  if (status.state === 'failed') {
    return {
      tone: 'bad',
      text: status.error?.message ?? 'The import failed.',
      remedy: status.error?.remedy ?? 'Start it again; what went in stays.',
    };
  }
  const verb = status.dryRun ? 'would be written' : 'written';
  const what = `${counted(status.written, 'object')} ${verb}, ${counted(status.already, 'was', 'were')} already there`;
  const rejected = status.rejected > 0 ? `, ${counted(status.rejected, 'row')} rejected` : '';
  const how = status.state === 'finished' ? (status.dryRun ? 'Dry run finished' : 'Import finished') : 'Import stopped';
  return { tone: 'good', text: `${how}: ${what}${rejected}.`, remedy: null };
}
