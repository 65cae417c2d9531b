/** What the scripted agent knows of before it begins: plain statements of one small project, some of them outdated. */
export const statements: readonly (readonly [text: string, occurredAt: string])[] = [
  ['The harbour gateway timeout is 300 seconds.', '2026-08-01T09:00:00Z'],
  ['The harbour gateway timeout changed to 600 seconds.', '2026-09-12T09:00:00Z'],
  ['Grace Hopper owns the harbour gateway.', '2026-08-02T09:00:00Z'],
  ['The billing service runs on version v2.4.1.', '2026-08-03T09:00:00Z'],
  ['The billing service writes its invoices to /srv/billing/out.', '2026-08-03T10:00:00Z'],
  ['Ticket PAY-311 tracks the rounding error of the billing service.', '2026-08-04T09:00:00Z'],
  ['The tide sensor reports every 15 minutes.', '2026-08-05T09:00:00Z'],
  ['The tide sensor was calibrated on 2026-07-14.', '2026-08-05T10:00:00Z'],
  ['The crane scheduler was written by Linus Berg.', '2026-08-06T09:00:00Z'],
  ['The crane scheduler keeps its queue in PostgreSQL.', '2026-08-06T10:00:00Z'],
  ['The night watch of the harbour begins at 22:00 and ends at 06:00.', '2026-08-07T09:00:00Z'],
  ['Ada Lovelace prefers Darjeeling tea in the afternoon.', '2026-08-08T09:00:00Z'],
  ['The budget of the pier extension is $48000.', '2026-08-09T09:00:00Z'],
  ['The pier extension was approved on 2026-06-30 by the council of Rostock.', '2026-08-09T10:00:00Z'],
  ['The outage in July happened because the certificate of the login page had expired.', '2026-08-10T09:00:00Z'],
  ['Release notes are kept in docs/releases.md and are reviewed by Marie Curie.', '2026-08-11T09:00:00Z'],
  ['The map tiles are cached for 7 days on the edge servers in Bremen.', '2026-08-12T09:00:00Z'],
  ['The pilot boats use radio channel 14 when they enter the southern basin.', '2026-08-13T09:00:00Z'],
  ['The backup of the ship register takes 45 minutes and starts after midnight.', '2026-08-14T09:00:00Z'],
];

/**
 * How the agent goes on after a question. says: in its own words; quotes: a stored sentence inside its own; calls: a tool
 * with arguments; reports: marks the first result itself; helpless: reports that nothing helped; vague: says something
 * that no result can be found in; silent: never comes back.
 */
export type Reply =
  | { readonly says: string }
  | { readonly quotes: string }
  | { readonly calls: string; readonly with: Readonly<Record<string, unknown>> }
  | 'reports'
  | 'helpless'
  | 'vague'
  | 'silent';

export interface Step {
  readonly asks: string;
  readonly reply: Reply;
}

/** Fifty questions that the memory can answer: one is left without a word, and one answer holds nothing of it. */
export const careful: readonly Step[] = [
  { asks: 'What is the harbour gateway timeout?', reply: { says: 'It gives up after 10 minutes.' } },
  { asks: 'Who owns the harbour gateway?', reply: { says: 'Grace does.' } },
  { asks: 'Which version does the billing service run on?', reply: { says: 'Still 2.4.1, as far as I can see.' } },
  { asks: 'Where does the billing service write its invoices?', reply: { says: 'Look into /srv/billing/out.' } },
  { asks: 'Which ticket tracks the rounding error of billing?', reply: { says: 'That one is PAY-311.' } },
  { asks: 'How often does the tide sensor report?', reply: { says: 'Four times an hour: each 15 min.' } },
  { asks: 'When was the tide sensor calibrated?', reply: { says: 'That was on 14 July 2026.' } },
  { asks: 'Who wrote the crane scheduler?', reply: { says: 'A certain Linus Berg did.' } },
  { asks: 'Where does the crane scheduler keep its queue?', reply: { says: 'In PostgreSQL.' } },
  { asks: 'When does the night watch of the harbour begin?', reply: { says: 'At 22:00.' } },
  { asks: 'Which tea does Ada Lovelace prefer?', reply: { says: 'Darjeeling, I would say.' } },
  { asks: 'What is the budget of the pier extension?', reply: { says: 'There are $48,000 for it.' } },
  { asks: 'When was the pier extension approved?', reply: { says: 'At the end of June: on 30 June 2026.' } },
  {
    asks: 'Why was there an outage in July?',
    reply: { quotes: 'the certificate of the login page had expired' },
  },
  { asks: 'Who reviews the release notes?', reply: { says: 'Marie Curie reviews them.' } },
  { asks: 'How long are map tiles cached?', reply: { says: 'For a week, that is 7 days.' } },
  {
    asks: 'Which radio channel do pilot boats use?',
    reply: { calls: 'radio.tune', with: { boats: 'pilot', channel: 14 } },
  },
  { asks: 'How long does the backup of the ship register take?', reply: { says: 'It takes 45 minutes.' } },
  { asks: 'certificate of the login page', reply: 'reports' },
  { asks: 'Which tea does Ada prefer?', reply: 'helpless' },
  { asks: 'harbour gateway timeout', reply: 'reports' },
  { asks: 'Who owns the harbour gateway now?', reply: { says: 'Ask Hopper first.' } },
  {
    asks: 'Where do the invoices of the billing service go?',
    reply: { calls: 'export.create', with: { folder: '/srv/billing/out', recursive: true } },
  },
  { asks: 'What do we know of PAY-311?', reply: { quotes: 'tracks the rounding error of the billing service' } },
  { asks: 'When was the tide sensor last calibrated?', reply: { says: 'Yes, since 2026-07-14.' } },
  {
    asks: 'crane scheduler queue',
    reply: { calls: 'plan.write', with: { steps: [{ from: 'PostgreSQL', to: 'SQLite' }] } },
  },
  { asks: 'Until when does the night watch last?', reply: { says: 'Until 06:00.' } },
  { asks: 'What does Ada drink in the afternoon?', reply: { quotes: 'prefers Darjeeling tea in the afternoon' } },
  { asks: 'Which council approved the pier extension?', reply: { says: 'The one of Rostock.' } },
  { asks: 'Where are the release notes kept?', reply: { says: 'See docs/releases.md for them.' } },
  { asks: 'Where are the map tiles cached?', reply: { says: 'On servers that stand in Bremen.' } },
  { asks: 'Which basin do the pilot boats enter?', reply: 'reports' },
  {
    asks: 'When does the backup of the ship register start?',
    reply: { quotes: 'takes 45 minutes and starts after midnight' },
  },
  { asks: 'What was the harbour gateway timeout on 15 August 2026?', reply: { says: 'At that time 5 minutes.' } },
  { asks: 'Which service runs on v2.4.1?', reply: { quotes: 'the billing service runs on version' } },
  {
    asks: 'budget of the pier extension',
    reply: { calls: 'budget.check', with: { pier: { max: '$48000' } } },
  },
  { asks: 'What was written by Linus Berg?', reply: { quotes: 'the crane scheduler was written by Linus Berg' } },
  { asks: 'radio channel of the pilot boats', reply: { quotes: 'when they enter the southern basin' } },
  { asks: 'tide sensor report', reply: { says: 'Each quarter of an hour, so 15 minutes.' } },
  { asks: 'map tiles edge servers', reply: { quotes: 'are cached for 7 days on the edge servers' } },
  { asks: 'night watch of the harbour', reply: { says: 'From 22:00 on.' } },
  { asks: 'radio channel', reply: { calls: 'radio.tune', with: { channel: 14, boats: 'pilot' } } },
  { asks: 'backup of the ship register', reply: { says: 'The backup needs 45 min.' } },
  { asks: 'council of Rostock', reply: { says: 'It agreed on 30 June 2026.' } },
  { asks: 'PAY-311', reply: { quotes: 'tracks the rounding error of the billing service' } },
  { asks: 'docs/releases.md', reply: { says: 'There Curie has the last word.' } },
  { asks: 'Ada Lovelace tea', reply: { says: 'Bring her Darjeeling.' } },
  { asks: 'billing service version', reply: { says: 'It is v2.4.1.' } },
  { asks: 'Darjeeling tea', reply: 'silent' },
  { asks: 'pier extension budget', reply: 'vague' },
];

/** The last twelve of them by an agent that hardly ever comes back. */
export const careless: readonly Step[] = careful
  .slice(-12)
  .map(({ asks }, at) => ({ asks, reply: at === 0 ? 'reports' : at % 3 === 0 ? 'vague' : 'silent' }));

/** Of these nothing is stored: there is no use to trace, and they count neither way. */
export const unknown: readonly string[] = ['zyzzyva quorum?', 'xylograph vizier?', 'kvetch gneiss?'];
