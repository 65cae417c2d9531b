import type { Telling } from './telling.ts';
import { tellings } from './telling.ts';

/** A kind of thing that is found by an exact mark: an id, a version, a file name. */
export interface LexicalKind {
  readonly key: 'release' | 'ticketId' | 'errorCode' | 'commitId' | 'fileName' | 'order' | 'assetTag' | 'flag';
  /** States what the mark {id} stands for; {what} is the answer's matter, {c} the component. */
  readonly gold: readonly Telling[];
  /** Mention {id} and answer nothing. */
  readonly mention: readonly Telling[];
  /** What may be said of an id of this kind. */
  readonly what: readonly string[];
}

export const lexicalKinds: readonly LexicalKind[] = [
  {
    key: 'release',
    gold: tellings([
      'commit| {c} {id}\n\nChangelog:\n- introduces {what}\n- smaller clean-ups',
      'note| Released {c} {id}. It brings {what}, at long last; the rest is dependency bumps.',
      'mail| {c} {id} is out. New in this version: {what}. Please upgrade until Friday.',
      'report| Release log, {c}. {id}: adds {what}. Rolled out in two steps.',
    ]),
    mention: tellings([
      'chat| which of you still has {c} {id} on the laptop? need to compare {what} behaviour',
      'ticket| After the upgrade to {c} {id} the help page is gone. Not related to {what}.',
    ]),
    what: [
      'stale-action rejection',
      'write-ahead checkpoints',
      'per-tenant quotas',
      'dead-letter replay',
      'half-open probes',
      'lazy schema loading',
      'sticky sessions',
      'zero-copy uploads',
      'delta manifests',
      'jittered backoff',
      'shadow writes',
      'bounded staleness',
      'signed webhooks',
      'compact snapshots',
      'fair queueing',
      'hedged reads',
    ],
  },
  {
    key: 'ticketId',
    gold: tellings([
      'ticket| {id} closed. Resolution: {what}. Verified on both sites.',
      'note| Wrapped up {id} today: {what}. Felt good.',
      'mail| Regarding {id}, the outcome is as follows: {what}. No further steps.',
      'chat| {id} is done, {what}. closing it',
    ]),
    mention: tellings([
      'chat| {id} has been sitting in review since Tuesday, any takers?',
      'minutes| Open items: {id} is carried over to next week, {n} was not present.',
      'ticket| Duplicate of {id}. Closing this one in favour of the older.',
    ]),
    what: [
      'the nightly import now skips empty lines',
      'the printer queue was split in two',
      'the duplicate bookings were merged by hand',
      'the login page sends people back to where they came from',
      'the sensor firmware was downgraded',
      'the old address field is hidden',
      'the scale is read twice and averaged',
      'the archive was moved to cold storage',
      'the colour of the warning was changed to amber',
      'the partner was asked to send UTF-8',
      'the timeout message names the caller',
      'the export is sorted by date again',
    ],
  },
  {
    key: 'errorCode',
    gold: tellings([
      'note| For the runbook: {id} in {c} means that {what}. Restarting does not help.',
      'report| Error catalogue, {c}. {id}: {what}.',
      'mail| Support asked what {id} stands for. {c} raises it when {what}.',
      'commit| {c}: document {id}\n\nIt is thrown if {what}.',
    ]),
    mention: tellings([
      'log| {c}[{pid}]: {id} (x{minutes}) retrying in {ms} ms',
      'chat| seeing {id} again in the logs of {c}, ignore for now?',
      'ticket| Customer sends a screenshot with {id}. Asked for the time of day.',
    ]),
    what: [
      'the checksum of the manifest does not match',
      'two writers hold the same lease',
      'the tenant has no valid contract',
      'the upstream answered with an empty body',
      'a column is missing in the mapping',
      'the signature is older than five minutes',
      'the shard is being moved',
      'the licence file cannot be read',
      'the request was seen before',
      'the weight exceeds the axle limit',
      'the berth is reserved for pilots',
      'the schema version is unknown',
    ],
  },
  {
    key: 'commitId',
    gold: tellings([
      'commit| {id} {c}: {what}\n\nSmall, but it took a day to find.',
      'note| Bisected {c}. The commit that matters is {id}: {what}.',
      'chat| {id} on {c} = {what}. merged',
    ]),
    mention: tellings([
      'chat| build is red at {id}, flaky test or me?',
      'log| ci[{pid}]: checkout {id}, 2 jobs queued',
      'ticket| Please cherry-pick {id} to the stable branch of {c} as well.',
    ]),
    what: [
      'stop trimming leading zeros',
      'close the file before renaming it',
      'compare ids without case',
      'read the holiday calendar once',
      'do not retry on 409',
      'use the reader instead of the writer connection',
      'escape quotes in container names',
      'count bytes, not characters',
      'move the lock outside the loop',
      'treat null as unknown',
    ],
  },
  {
    key: 'fileName',
    gold: tellings([
      'note| Went through {id} line by line: {what}. Everything else in there is dead code.',
      'commit| {c}: comment for {id}\n\nSays what it is for: {what}.',
      'mail| You asked about {id}: {what}. It belongs to {c}.',
    ]),
    mention: tellings([
      'chat| who touched {id} last? git blame says everybody',
      'commit| {c}: reformat {id}',
      'log| lint[{pid}]: {id}:118 line too long',
    ]),
    what: [
      'it turns partner codes into ours',
      'it decides which dock gets the next truck',
      'it pads the container numbers',
      'it holds the list of blocked carriers',
      'it rounds weights to full kilograms',
      'it draws the tide curve',
      'it converts the winter timetable',
      'it strips personal data from exports',
      'it guesses the language of a letter',
      'it merges two manifests',
    ],
  },
  {
    key: 'order',
    gold: tellings([
      'mail| Order {id} has been delivered: {what}. The invoice goes to the usual cost centre.',
      'ticket| Purchase {id} approved. Content: {what}. Supplier is {v}.',
      'note| Unpacked {id} with {n}: {what}. One box was dented.',
    ]),
    mention: tellings([
      'mail| Reminder: the delivery note for {id} is still missing in accounting.',
      'chat| reception called, there is a pallet for {id}, who picks it up?',
      'minutes| {id} is delayed by customs, again.',
    ]),
    what: [
      '24 label printers',
      '6 spare access points',
      '40 pairs of winter gloves',
      '12 rugged tablets',
      '3 uninterruptible power supplies',
      '80 metres of fibre',
      '15 handheld scanners',
      '2 weighbridge load cells',
      '9 desk chairs',
      '30 temperature sensors',
    ],
  },
  {
    key: 'assetTag',
    gold: tellings([
      'ticket| Asset {id} is {what}. Sticker is on the underside.',
      'note| Stock-taking: {id} turned out to be {what}. Moved it to the right list.',
      'report| Inventory line {id}: {what}, written off over five years.',
    ]),
    mention: tellings([
      'chat| found a loose sticker {id} on the floor, anyone?',
      'ticket| Value of {id} to be reviewed at year end. Assigned to {n}.',
      'mail| The insurance wants a photo of {id}, please send one.',
    ]),
    what: [
      'the plotter in the planning office',
      'the forklift charger at the south ramp',
      'the tide gauge at the outer pier',
      'the projector on the second floor',
      'the badge printer at the main gate',
      'the weather mast',
      'the spare router in the harbour office',
      'the thermal camera of the fire brigade',
      'the coffee machine of the night shift',
      'the test crane controller',
    ],
  },
  {
    key: 'flag',
    gold: tellings([
      'commit| {c}: add {id}\n\nWhen on, {what}.',
      'note| {id} explained by {n}: {what}. Off by default in {c}.',
      'ticket| Documented {id} for {c}: {what}.',
    ]),
    mention: tellings([
      'chat| is {id} on in staging? nobody remembers',
      'log| {c}[{pid}]: flags: {id}=0 DEBUG_SQL=0',
      'minutes| {id} to be removed next quarter, unless {n} objects.',
    ]),
    what: [
      'old manifests are read without a checksum',
      'every second request goes to the new cluster',
      'the night batch starts before midnight',
      'unknown carriers are let through',
      'prices are shown without tax',
      'drivers get a text message instead of a mail',
      'pictures are stored in black and white',
      'slots can be swapped between customers',
      'the map stays in offline mode',
      'weights are entered by hand',
    ],
  },
];
