import type { EpisodeView, MethodInput, MethodResult } from '../../main/contract/index.ts';
import { asCallError, type CallError } from '../callError.ts';
import type { Client } from '../client.ts';

export type Found = MethodResult<'episodes.find'>;

export interface EpisodeQuestion {
  readonly what: string;
  readonly who: string;
  readonly where: string;
  readonly outcome: string;
  /** Days of the reader's calendar, `2026-03-03`, or empty. */
  readonly fromDay: string;
  readonly toDay: string;
}

export const nothingAsked: EpisodeQuestion = { what: '', who: '', where: '', outcome: '', fromDay: '', toDay: '' };

/** What happened: the episodes on their time axis, those that were sought, and the one that is looked at. */
export class EpisodeReading {
  readonly #client: Client;
  namespace = $state('default');
  episodes = $state.raw<readonly EpisodeView[] | null>(null);
  total = $state(0);
  listError = $state.raw<CallError | null>(null);

  question = $state.raw<EpisodeQuestion>(nothingAsked);
  finding = $state(false);
  found = $state.raw<Found | null>(null);
  findError = $state.raw<CallError | null>(null);

  chosen = $state<string | null>(null);
  detail = $state.raw<MethodResult<'episodes.get'> | null>(null);
  detailError = $state.raw<CallError | null>(null);
  #listTurn = 0;
  #findTurn = 0;
  #detailTurn = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  get asked(): boolean {
    return Object.values(this.question).some((part) => part.trim() !== '');
  }

  async enter(namespace: string): Promise<void> {
    if (namespace !== this.namespace) {
      this.namespace = namespace;
      this.episodes = null;
      this.clear();
      this.leave();
    }
    await this.list();
  }

  async list(): Promise<void> {
    this.#listTurn += 1;
    const turn = this.#listTurn;
    try {
      const { episodes, total } = await this.#client.call('episodes.list', { namespace: this.namespace, limit: 500 });
      if (turn !== this.#listTurn) return;
      this.episodes = episodes;
      this.total = total;
      this.listError = null;
    } catch (error) {
      if (turn === this.#listTurn) this.listError = asCallError(error);
    }
  }

  async find(): Promise<void> {
    if (!this.asked) return;
    await this.#find(questionParams(this.question));
  }

  /** Episodes that share goal, entities or causes with one. */
  async findRelatedTo(episodeId: string): Promise<void> {
    this.question = nothingAsked;
    await this.#find({ relatedTo: episodeId });
  }

  clear(): void {
    this.#findTurn += 1;
    this.question = nothingAsked;
    this.finding = false;
    this.found = null;
    this.findError = null;
  }

  async open(episodeId: string): Promise<void> {
    this.#detailTurn += 1;
    const turn = this.#detailTurn;
    this.chosen = episodeId;
    this.detail = null;
    this.detailError = null;
    try {
      const detail = await this.#client.call('episodes.get', { episodeId, namespace: this.namespace });
      if (turn === this.#detailTurn) this.detail = detail;
    } catch (error) {
      if (turn === this.#detailTurn) this.detailError = asCallError(error);
    }
  }

  leave(): void {
    this.#detailTurn += 1;
    this.chosen = null;
    this.detail = null;
    this.detailError = null;
  }

  async #find(asked: MethodInput<'episodes.find'>): Promise<void> {
    this.#findTurn += 1;
    const turn = this.#findTurn;
    this.finding = true;
    this.findError = null;
    try {
      const found = await this.#client.call('episodes.find', { ...asked, namespace: this.namespace, limit: 20 });
      if (turn === this.#findTurn) this.found = found;
    } catch (error) {
      if (turn === this.#findTurn) this.findError = asCallError(error);
    } finally {
      if (turn === this.#findTurn) this.finding = false;
    }
  }
}

function questionParams(question: EpisodeQuestion): MethodInput<'episodes.find'> {
  const words = (['what', 'who', 'where', 'outcome'] as const).flatMap((key) => {
    const text = question[key].trim();
    return text === '' ? [] : [[key, text]];
  });
  return {
    ...Object.fromEntries(words),
    ...(question.fromDay === '' ? {} : { from: new Date(`${question.fromDay}T00:00:00`).toISOString() }),
    ...(question.toDay === '' ? {} : { to: dayAfter(question.toDay) }),
  };
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + 1);
  return date.toISOString();
}
