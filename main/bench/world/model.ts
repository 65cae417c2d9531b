import type { Names } from './names.ts';
import type { Random } from './random.ts';
import type { Cast, Teller, Told } from './teller.ts';
import type { IncidentStory } from './voices/incidents.ts';
import type { LexicalKind } from './voices/lexical.ts';
import type { ParaphraseStory } from './voices/paraphrases.ts';
import type { RelationName } from './voices/relations.ts';
import type { Setting } from './voices/settings.ts';

/** Everything that the parts of a division's simulation share. */
export interface Stage {
  readonly random: Random;
  readonly names: Names;
  readonly cast: Cast;
  readonly teller: Teller;
  readonly scale: Scale;
}

/** How much of everything a division has. */
export interface Scale {
  readonly heads: number;
  readonly projects: number;
  readonly people: number;
  readonly hosts: number;
  readonly halls: number;
  readonly teams: number;
  readonly vendors: number;
  readonly rooms: number;
  readonly customers: number;
  readonly aliases: number;
  readonly outages: number;
  readonly chains: number;
  readonly incidents: number;
  /** Lexical cases of each kind. */
  readonly lexical: number;
  readonly paraphrases: number;
  readonly background: number;
  /** Whether the near-misses that the probes need are told too. */
  readonly nearMisses: boolean;
}

/** A relation between two things, as long as it held. */
export interface Link {
  readonly relation: RelationName;
  readonly from: string;
  readonly to: string;
  readonly told: Told;
  /** What told of its end, and when that was. */
  ended?: { readonly told: Told; readonly at: number };
}

export interface Version {
  readonly value: string;
  readonly kind: 'first' | 'changed' | 'reverted' | 'limited' | 'corrected';
  readonly told: Told;
  readonly from: number;
  /** Where it ended; null while it holds. */
  to: number | null;
  /** Restatements in other words, made while it held. */
  readonly twins: Told[];
}

/** The versions of one setting of one bearer, oldest first. */
export interface Chain {
  readonly bearer: string;
  readonly setting: Setting;
  readonly told: string;
  readonly asked: string;
  readonly versions: readonly Version[];
}

export interface Incident {
  readonly story: IncidentStory;
  readonly component: string;
  readonly at: number;
  readonly seen: Told;
  readonly cause: Told | null;
  readonly root: Told | null;
  readonly sequel: Told | null;
  readonly wrong: Told | null;
  readonly overturned: Told | null;
  readonly beside: Told;
}

export interface LexicalCase {
  readonly kind: LexicalKind;
  readonly id: string;
  readonly component: string;
  readonly what: string;
  readonly gold: Told | null;
  readonly mentions: readonly Told[];
  /** Near ids, same component. */
  readonly near: readonly Told[];
  /** The same matter, or the same id, elsewhere. */
  readonly elsewhere: readonly Told[];
}

export interface ParaphraseCase {
  readonly story: ParaphraseStory;
  readonly slots: Readonly<Record<string, string>>;
  readonly gold: Told;
  readonly semantic: readonly Told[];
  readonly lexical: readonly Told[];
}

export interface Division {
  readonly name: string;
  readonly cast: Cast;
  readonly links: readonly Link[];
  readonly chains: readonly Chain[];
  /** Single statements about near-named bearers. */
  readonly decoys: readonly Chain[];
  readonly incidents: readonly Incident[];
  readonly lexical: readonly LexicalCase[];
  readonly paraphrases: readonly ParaphraseCase[];
  readonly teller: Teller;
}

/** Whether something that began at `from` and ended at `to` (null: never) held at `at`; half-open. */
export function heldAt({ from, to }: { readonly from: number; readonly to: number | null }, at: number): boolean {
  return from <= at && (to === null || at < to);
}

export function linkHeldAt(link: Link, at: number): boolean {
  return heldAt({ from: link.told.from, to: link.ended?.at ?? null }, at);
}
