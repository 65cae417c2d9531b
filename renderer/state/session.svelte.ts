import type {
  BenchmarkFound,
  DaemonConnection,
  Job,
  MethodResult,
  Status,
  WindowCommand,
} from '../../main/contract/index.ts';
import { asCallError, type CallError } from '../callError.ts';
import type { Client } from '../client.ts';
import { Asking } from './asking.svelte.ts';
import { Bench } from './bench.svelte.ts';
import { EntityReading } from './entities.svelte.ts';
import { EpisodeReading } from './episodes.svelte.ts';
import { Imports } from './imports.svelte.ts';
import { LedgerReading } from './ledgerReading.svelte.ts';
import { Replaying } from './replaying.svelte.ts';
import { ShadowReading } from './shadow.svelte.ts';
import { type Slot, TimelineReading } from './timeline.svelte.ts';

/** In the order of the rail; the number keys open them. */
export const viewNames = ['ask', 'timeline', 'episodes', 'entities', 'import', 'ledger', 'bench', 'status'] as const;
export type ViewName = (typeof viewNames)[number];

/** Where a piece of evidence leads. */
export type Lead =
  | { readonly to: 'fact'; readonly subject: string; readonly predicate: string; readonly factId: string | null }
  | { readonly to: 'episode'; readonly episodeId: string }
  | { readonly to: 'entity'; readonly name: string };

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
  readonly timeline: TimelineReading;
  readonly episodes: EpisodeReading;
  readonly entities: EntityReading;
  readonly bench: Bench;
  readonly replaying: Replaying;
  readonly shadow: ShadowReading;
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
  #place = $state<string | null>(null);
  #nextToast = 1;

  constructor(client: Client) {
    this.client = client;
    this.asking = new Asking(client);
    this.imports = new Imports(client, {
      finished: (status) => {
        this.asking.preset(status.namespaces);
        this.#place = null;
        void this.refresh();
      },
      say: (toast) => this.say(toast),
    });
    this.ledger = new LedgerReading(client);
    this.timeline = new TimelineReading(client);
    this.episodes = new EpisodeReading(client);
    this.entities = new EntityReading(client);
    this.replaying = new Replaying(client);
    this.shadow = new ShadowReading(client);
    this.bench = new Bench(client, (toast) => this.say(toast));
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
    client.onNotification('bench.progress', (status) => this.bench.follow(status));
    client.onCommand((command) => this.obey(command));
  }

  /** The namespace that the views of one namespace show: the one chosen there, else the one that is asked. */
  get place(): string {
    return this.#place ?? this.asking.namespaces[0] ?? 'default';
  }

  set place(namespace: string) {
    this.#place = namespace;
  }

  /** Chooses where questions go; the views of one namespace follow. */
  chooseNamespaces(namespaces: readonly string[]): void {
    this.asking.choose(namespaces);
    this.#place = null;
  }

  /** Goes where a piece of evidence leads. */
  follow(namespace: string, lead: Lead): void {
    if (lead.to === 'fact') this.showFact(namespace, lead, lead.factId);
    else if (lead.to === 'episode') this.showEpisode(namespace, lead.episodeId);
    else this.showEntity(namespace, lead.name);
  }

  /** Opens the life of the fact that has this subject and predicate, with one of its assertions if it is named. */
  showFact(namespace: string, slot: Slot, factId: string | null = null): void {
    this.#go('timeline', namespace);
    void this.timeline
      .enter(namespace)
      .then(() => this.timeline.open(slot))
      .then(() => (factId === null ? undefined : this.timeline.explain(factId)));
  }

  showEpisode(namespace: string, episodeId: string): void {
    this.#go('episodes', namespace);
    void this.episodes.enter(namespace).then(() => this.episodes.open(episodeId));
  }

  showEntity(namespace: string, name: string): void {
    this.#go('entities', namespace);
    void this.entities.enter(namespace).then(() => this.entities.open(name));
  }

  /** Opens the ledger at the event that is an item's evidence. */
  showEvent(namespace: string, itemId: string): void {
    this.view = 'ledger';
    void this.ledger.showEvidenceOf({ namespace, itemId });
  }

  /** Opens what was dropped where it belongs: a benchmark is run, a public set becomes one. */
  measureWith(found: BenchmarkFound): void {
    this.imports.clear();
    this.bench.take(found);
    this.view = 'bench';
  }

  #go(view: ViewName, namespace: string): void {
    this.place = namespace;
    this.view = view;
  }

  /** Reads all that the views show first, at the start and after every reconnection. */
  async arrive(): Promise<void> {
    await Promise.all([this.refresh(), this.imports.load(), this.asking.loadEarlier(), this.bench.load()]);
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
