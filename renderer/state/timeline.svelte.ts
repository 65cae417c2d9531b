import type { FactAssertion, FactSegment, MethodResult } from '../../main/contract/index.ts';
import { asCallError, type CallError } from '../callError.ts';
import type { Client } from '../client.ts';
import { type Band, beginningOf, changesOf, momentAt, thinned } from '../parts/timelineLayout.ts';

export type Slot = Pick<MethodResult<'facts.list'>['slots'][number], 'subject' | 'predicate'>;
export type Explanation = MethodResult<'facts.explain'>;

/** So many moments of belief are read and drawn at once; the line still stops at each of the others. */
const mostBands = 80;
const atOnce = 4;
/** A chain longer than this is not explained only to learn the moments of corrections. */
const longChain = 1000;

/** A fact's life: which slot is looked at, what was believed of it when, and as of which moment it is shown. */
export class TimelineReading {
  readonly #client: Client;
  namespace = $state('default');
  sought = $state('');
  slots = $state.raw<MethodResult<'facts.list'>['slots'] | null>(null);
  listError = $state.raw<CallError | null>(null);

  slot = $state.raw<Slot | null>(null);
  assertions = $state.raw<readonly FactAssertion[]>([]);
  /** Every moment at which belief may have changed, and what was believed from it on, as far as it was read. */
  moments = $state.raw<readonly number[]>([]);
  drawn = $state.raw<readonly number[]>([]);
  beliefs = $state.raw<ReadonlyMap<number, readonly FactSegment[]>>(new Map());
  readAt = $state(0);
  knownAt = $state(0);
  loading = $state(false);
  error = $state.raw<CallError | null>(null);

  chosen = $state<string | null>(null);
  explanation = $state.raw<Explanation | null>(null);
  explainError = $state.raw<CallError | null>(null);
  #turn = 0;
  #listTurn = 0;
  #explainTurn = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The moment whose belief is shown; null before anything was known. */
  get moment(): number | null {
    return momentAt(this.moments, this.knownAt);
  }

  /** What was believed as of `knownAt`; null while it is being read. */
  get belief(): readonly FactSegment[] | null {
    const { moment } = this;
    return moment === null ? [] : (this.beliefs.get(moment) ?? null);
  }

  /** Where the line stops at the foot of the picture: just before anything was known. */
  get earliest(): number {
    return beginningOf(this.moments, this.readAt);
  }

  get bands(): readonly Band[] {
    const read = this.drawn.filter((moment) => this.beliefs.has(moment));
    return read.map((from, index) => ({ from, to: read[index + 1] ?? null, segments: this.beliefs.get(from) ?? [] }));
  }

  async list(): Promise<void> {
    this.#listTurn += 1;
    const turn = this.#listTurn;
    const text = this.sought.trim();
    try {
      const { slots } = await this.#client.call('facts.list', {
        namespace: this.namespace,
        limit: 200,
        ...(text === '' ? {} : { text }),
      });
      if (turn !== this.#listTurn) return;
      this.slots = slots;
      this.listError = null;
    } catch (error) {
      if (turn === this.#listTurn) this.listError = asCallError(error);
    }
  }

  async enter(namespace: string): Promise<void> {
    if (namespace !== this.namespace) {
      this.namespace = namespace;
      this.slots = null;
      this.close();
    }
    await this.list();
    await this.#catchUp();
  }

  close(): void {
    this.#turn += 1;
    this.slot = null;
    this.assertions = [];
    this.loading = false;
    this.error = null;
    this.leave();
  }

  async open(slot: Slot): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const other = this.slot?.subject !== slot.subject || this.slot.predicate !== slot.predicate;
    if (other) this.close();
    this.#turn = turn;
    this.slot = slot;
    this.loading = true;
    this.error = null;
    try {
      const { assertions, segments } = await this.#client.call('facts.history', this.#where(slot));
      const said = await this.#wordsAgainst(assertions);
      if (turn !== this.#turn) return;
      const moments = changesOf(assertions, said);
      const latest = moments.at(-1);
      this.assertions = assertions;
      this.moments = moments;
      this.drawn = thinned(moments, mostBands);
      this.beliefs = new Map(latest === undefined ? [] : [[latest, segments]]);
      this.readAt = Math.max(Date.now(), latest ?? 0);
      this.knownAt = this.readAt;
      this.loading = false;
      await this.#readAll(turn);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.loading = false;
      this.error = asCallError(error);
    }
  }

  /** Moves the line; what was believed then is read when it has not been yet. */
  moveTo(knownAt: number): void {
    this.knownAt = Math.min(Math.max(knownAt, this.earliest), this.readAt);
    const { moment } = this;
    if (moment !== null && !this.beliefs.has(moment)) void this.#read(moment, this.#turn);
  }

  /** To the moment before or after; past the latest lies the present. */
  step(by: 1 | -1, count = 1): void {
    const stops = [this.earliest, ...this.moments, this.readAt];
    const at = stops.findLastIndex((stop) => stop <= this.knownAt);
    const beside = by < 0 && (stops[at] ?? 0) < this.knownAt ? at + 1 : at;
    this.moveTo(stops[Math.min(Math.max(beside + by * count, 0), stops.length - 1)] ?? this.readAt);
  }

  async explain(factId: string): Promise<void> {
    this.#explainTurn += 1;
    const turn = this.#explainTurn;
    this.chosen = factId;
    this.explanation = null;
    this.explainError = null;
    try {
      const explanation = await this.#client.call('facts.explain', { itemId: factId, namespace: this.namespace });
      if (turn === this.#explainTurn) this.explanation = explanation;
    } catch (error) {
      if (turn === this.#explainTurn) this.explainError = asCallError(error);
    }
  }

  leave(): void {
    this.#explainTurn += 1;
    this.chosen = null;
    this.explanation = null;
    this.explainError = null;
  }

  #where(slot: Slot) {
    return { namespace: this.namespace, subject: slot.subject, predicate: slot.predicate };
  }

  /** Reads the slot that is open again where statements have come in since. */
  async #catchUp(): Promise<void> {
    const { slot } = this;
    const now = this.slots?.find((one) => one.subject === slot?.subject && one.predicate === slot.predicate);
    if (slot === null || now === undefined || this.loading || now.assertions === this.assertions.length) return;
    await this.open(slot);
  }

  /** When something was said against an assertion of the slot: belief may have changed then too. */
  async #wordsAgainst(assertions: readonly FactAssertion[]): Promise<number[]> {
    const latest = assertions.at(-1);
    if (latest === undefined || assertions.length > longChain) return [];
    const { words } = await this.#client.call('facts.explain', { itemId: latest.factId, namespace: this.namespace });
    return words.map(({ knownAt }) => Date.parse(knownAt));
  }

  /** Newest first, a few at once: what the reader sees first is there first. */
  async #readAll(turn: number): Promise<void> {
    const waiting = this.drawn.filter((moment) => !this.beliefs.has(moment));
    const work = async () => {
      for (let moment = waiting.pop(); moment !== undefined; moment = waiting.pop()) await this.#read(moment, turn);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  async #read(moment: number, turn: number): Promise<void> {
    const { slot } = this;
    if (slot === null || turn !== this.#turn) return;
    try {
      const { segments } = await this.#client.call('facts.history', {
        ...this.#where(slot),
        knownAt: new Date(moment).toISOString(),
      });
      if (turn === this.#turn) this.beliefs = new Map(this.beliefs).set(moment, segments);
    } catch (error) {
      if (turn === this.#turn) this.error = asCallError(error);
    }
  }
}
