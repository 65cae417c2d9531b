import type { EntityView, MethodResult } from '../../main/contract/index.ts';
import { asCallError, CallError } from '../callError.ts';
import type { Client } from '../client.ts';

export type Neighbourhood = MethodResult<'entities.neighbours'>;

/** A change that waits for a yes, with what it would touch. */
export type Proposal =
  | { readonly kind: 'merge'; readonly into: EntityView; readonly from: EntityView }
  | { readonly kind: 'split'; readonly entity: EntityView; readonly names: readonly string[] };

/** Which things there are, what one of them is related to, and what it is called. */
export class EntityReading {
  readonly #client: Client;
  namespace = $state('default');
  sought = $state('');
  listed = $state.raw<MethodResult<'entities.list'> | null>(null);
  listError = $state.raw<CallError | null>(null);

  name = $state<string | null>(null);
  depth = $state(1);
  includeHistorical = $state(false);
  loading = $state(false);
  around = $state.raw<Neighbourhood | null>(null);
  /** Names that look like one that is not known. */
  near = $state.raw<readonly EntityView[]>([]);
  error = $state.raw<CallError | null>(null);

  proposal = $state.raw<Proposal | null>(null);
  changing = $state(false);
  changeError = $state.raw<CallError | null>(null);
  #turn = 0;
  #listTurn = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  async enter(namespace: string): Promise<void> {
    if (namespace !== this.namespace) {
      this.namespace = namespace;
      this.listed = null;
      this.#forget();
    }
    await Promise.all([this.list(), this.look()]);
  }

  async list(): Promise<void> {
    this.#listTurn += 1;
    const turn = this.#listTurn;
    const text = this.sought.trim();
    try {
      const listed = await this.#client.call('entities.list', {
        namespace: this.namespace,
        limit: 200,
        ...(text === '' ? {} : { text }),
      });
      if (turn !== this.#listTurn) return;
      this.listed = listed;
      this.listError = null;
    } catch (error) {
      if (turn === this.#listTurn) this.listError = asCallError(error);
    }
  }

  async open(name: string): Promise<void> {
    if (this.name !== name) this.#forget();
    this.name = name;
    await this.look();
  }

  /** Reads the neighbourhood again, with the depth and the history that are chosen. */
  async look(): Promise<void> {
    const { name } = this;
    if (name === null) return;
    this.#turn += 1;
    const turn = this.#turn;
    this.loading = true;
    this.error = null;
    try {
      const around = await this.#client.call('entities.neighbours', {
        name,
        depth: this.depth,
        includeHistorical: this.includeHistorical,
        limit: 120,
        namespace: this.namespace,
      });
      const near = around.entity === null ? (await this.#resolve(name)).near : [];
      if (turn !== this.#turn) return;
      this.around = around;
      this.near = near;
    } catch (error) {
      if (turn === this.#turn) this.error = asCallError(error);
    } finally {
      if (turn === this.#turn) this.loading = false;
    }
  }

  async alias(alias: string): Promise<boolean> {
    const entity = this.around?.entity;
    if (entity === undefined || entity === null) return false;
    return this.#change(async () => {
      await this.#client.call('entities.alias', { name: entity.name, alias, ...this.#writer() });
    });
  }

  /** Looks both up, so that the question says what will be joined. */
  async proposeMerge(name: string): Promise<void> {
    const into = this.around?.entity;
    if (into === undefined || into === null) return;
    this.changeError = null;
    try {
      const { entity, near } = await this.#resolve(name);
      if (entity !== null && entity.entityId !== into.entityId) {
        this.proposal = { kind: 'merge', into, from: entity };
        return;
      }
      const alike = near.map((one) => `“${one.name}”`).join(', ');
      this.changeError = asNote(
        entity === null ? `No entity is called “${name}”.` : `“${name}” already means this entity.`,
        entity === null && alike !== '' ? `Alike, and known: ${alike}.` : 'Choose another name from the list.',
      );
    } catch (error) {
      this.changeError = asCallError(error);
    }
  }

  proposeSplit(names: readonly string[]): void {
    const entity = this.around?.entity;
    this.changeError = null;
    if (entity !== undefined && entity !== null && names.length > 0) this.proposal = { kind: 'split', entity, names };
  }

  withdraw(): void {
    this.proposal = null;
  }

  async confirm(): Promise<boolean> {
    const { proposal } = this;
    if (proposal === null) return false;
    const done = await this.#change(async () => {
      if (proposal.kind === 'merge') {
        const { into, from } = proposal;
        await this.#client.call('entities.merge', { into: into.name, from: [from.name], ...this.#writer() });
      } else {
        const { entity, names } = proposal;
        await this.#client.call('entities.split', { entity: entity.name, names: [...names], ...this.#writer() });
      }
    });
    this.proposal = null;
    return done;
  }

  async #change(write: () => Promise<void>): Promise<boolean> {
    this.changing = true;
    this.changeError = null;
    try {
      await write();
      await Promise.all([this.look(), this.list()]);
      return true;
    } catch (error) {
      this.changeError = asCallError(error);
      return false;
    } finally {
      this.changing = false;
    }
  }

  #resolve(name: string): Promise<MethodResult<'entities.resolve'>> {
    return this.#client.call('entities.resolve', { name, namespace: this.namespace });
  }

  #writer() {
    return { namespace: this.namespace, actor: 'operator' };
  }

  #forget(): void {
    this.#turn += 1;
    this.name = null;
    this.around = null;
    this.near = [];
    this.loading = false;
    this.error = null;
    this.proposal = null;
    this.changeError = null;
  }
}

function asNote(message: string, remedy: string): CallError {
  return new CallError({ code: 'not-found', message, remedy });
}
