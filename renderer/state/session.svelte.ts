import type { DaemonConnection, Job, MethodResult, Status, WindowCommand } from '../../main/contract/index.ts';
import { asCallError, type CallError } from '../callError.ts';
import type { Client } from '../client.ts';
import { Asking } from './asking.svelte.ts';
import { Imports } from './imports.svelte.ts';
import { LedgerReading } from './ledgerReading.svelte.ts';

export const viewNames = ['ask', 'import', 'ledger', 'status'] as const;
export type ViewName = (typeof viewNames)[number];

export interface Toast {
  readonly id: number;
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly remedy: string | null;
}

/** What every view shares: the client, how it is connected, what the daemon last said of itself, and messages. */
export class Session {
  readonly client: Client;
  readonly asking: Asking;
  readonly imports: Imports;
  readonly ledger: LedgerReading;
  view = $state<ViewName>('ask');
  connection = $state.raw<DaemonConnection>({
    state: 'connecting',
    message: 'Connecting to the daemon…',
    remedy: null,
    retryInMs: null,
  });
  status = $state.raw<Status | null>(null);
  statusError = $state.raw<CallError | null>(null);
  statusAt = $state<number | null>(null);
  namespaces = $state.raw<MethodResult<'namespaces.list'>['namespaces']>([]);
  jobs = $state.raw<readonly Job[]>([]);
  toasts = $state.raw<readonly Toast[]>([]);
  #nextToast = 1;

  constructor(client: Client) {
    this.client = client;
    this.asking = new Asking(client);
    this.imports = new Imports(client, {
      finished: (status) => {
        this.asking.preset(status.namespaces);
        void this.refresh();
      },
      say: (toast) => this.say(toast),
    });
    this.ledger = new LedgerReading(client);
    client.onConnection((connection) => {
      const back = connection.state === 'open' && this.connection.state !== 'open';
      this.connection = connection;
      if (!back) return;
      if (connection.remedy !== null) this.say({ tone: 'bad', text: connection.message, remedy: connection.remedy });
      void this.arrive();
    });
    client.onNotification('progress', (job) => {
      this.jobs = [job, ...this.jobs.filter((known) => known.jobId !== job.jobId)].slice(0, 20);
      this.ledger.followJob(job);
    });
    client.onNotification('import.progress', (status) => this.imports.follow(status));
    client.onCommand((command) => this.obey(command));
  }

  /** Reads all that the views show first, at the start and after every reconnection. */
  async arrive(): Promise<void> {
    await Promise.all([this.refresh(), this.imports.load(), this.asking.loadEarlier()]);
  }

  async refresh(): Promise<void> {
    if (this.connection.state !== 'open') return;
    try {
      const [status, { namespaces }] = await Promise.all([
        this.client.call('status', {}),
        this.client.call('namespaces.list', {}),
      ]);
      this.status = status;
      this.statusAt = Date.now();
      this.statusError = null;
      this.jobs = status.jobs;
      this.namespaces = namespaces;
      this.asking.settleNamespaces(namespaces.map(({ namespace }) => namespace));
    } catch (error) {
      this.statusError = asCallError(error);
    }
  }

  obey(command: WindowCommand): void {
    if (command === 'focus-query') {
      this.view = 'ask';
      this.asking.wantFocus();
    } else {
      this.view = command.slice('view:'.length) as ViewName;
    }
  }

  say(toast: Omit<Toast, 'id'>): void {
    const id = this.#nextToast++;
    this.toasts = [...this.toasts, { ...toast, id }].slice(-3);
    setTimeout(() => this.dismiss(id), toast.tone === 'good' ? 5000 : 12_000);
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }
}
