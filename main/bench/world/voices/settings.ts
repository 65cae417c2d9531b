import { tellings } from './telling.ts';

/** A value that changes: what it is called when it is set, what it is called when it is asked for. */
export interface Setting {
  readonly predicate: string;
  /** What carries it. */
  readonly of: 'component' | 'project';
  /** How those who set it call it. */
  readonly told: readonly string[];
  /** How others call it: no content word in common with `told`. */
  readonly asked: readonly string[];
  readonly values: readonly string[];
}

export const settings: readonly Setting[] = [
  {
    predicate: 'worker_timeout',
    of: 'component',
    told: ['worker timeout', 'WORKER_TIMEOUT'],
    asked: ['maximum run time of a single task', 'time after which a hanging task is killed'],
    values: ['300 s', '600 s', '420 s', '240 s', '900 s', '180 s', '540 s', '720 s'],
  },
  {
    predicate: 'retry_limit',
    of: 'component',
    told: ['retry limit', 'max_retries'],
    asked: ['number of attempts before it gives up', 'count of repeated tries'],
    values: ['3', '5', '8', '2', '12', '6', '4', '10'],
  },
  {
    predicate: 'batch_size',
    of: 'component',
    told: ['batch size', 'batch_size'],
    asked: ['amount of records taken in one go', 'number of rows handled together'],
    values: ['500', '2,000', '250', '1,000', '4,000', '750', '1,500', '3,000'],
  },
  {
    predicate: 'cache_ttl',
    of: 'component',
    told: ['cache TTL', 'ttl'],
    asked: ['time for which answers are kept in memory', 'lifetime of stored answers'],
    values: ['15 min', '5 min', '60 min', '30 min', '2 min', '10 min', '45 min', '90 min'],
  },
  {
    predicate: 'pool_size',
    of: 'component',
    told: ['connection pool', 'pool size'],
    asked: ['number of parallel database sessions', 'count of simultaneous links to the database'],
    values: ['20', '40', '64', '32', '16', '100', '48', '80'],
  },
  {
    predicate: 'heap_limit',
    of: 'component',
    told: ['heap limit', 'max heap'],
    asked: ['memory it may take', 'upper bound for RAM'],
    values: ['4 GiB', '6 GiB', '8 GiB', '3 GiB', '12 GiB', '2 GiB', '10 GiB', '5 GiB'],
  },
  {
    predicate: 'poll_interval',
    of: 'component',
    told: ['poll interval', 'polling'],
    asked: ['pause between two looks at the source', 'frequency with which it asks upstream'],
    values: ['30 s', '60 s', '10 s', '90 s', '15 s', '120 s', '45 s', '20 s'],
  },
  {
    predicate: 'log_retention',
    of: 'component',
    told: ['log retention', 'retention of logs'],
    asked: ['number of days for which traces are kept', 'age at which old records are thrown away'],
    values: ['14 days', '30 days', '7 days', '90 days', '60 days', '21 days', '45 days', '10 days'],
  },
  {
    predicate: 'upload_limit',
    of: 'component',
    told: ['upload limit', 'max upload'],
    asked: ['biggest file one may send', 'largest attachment that is accepted'],
    values: ['25 MB', '50 MB', '10 MB', '100 MB', '40 MB', '80 MB', '15 MB', '60 MB'],
  },
  {
    predicate: 'rate_limit',
    of: 'component',
    told: ['rate limit', 'throttle'],
    asked: ['number of calls a client may make in a minute', 'permitted requests per caller'],
    values: ['120/min', '300/min', '60/min', '240/min', '600/min', '90/min', '180/min', '450/min'],
  },
  {
    predicate: 'replicas',
    of: 'component',
    told: ['replica count', 'replicas'],
    asked: ['number of copies that run side by side', 'count of instances'],
    values: ['2', '3', '5', '4', '6', '1', '8', '7'],
  },
  {
    predicate: 'backup_window',
    of: 'component',
    told: ['backup window', 'backup start'],
    asked: ['hour at which the nightly copy is taken', 'time of night for the safety copy'],
    values: ['01:30', '03:00', '02:15', '04:45', '23:30', '00:45', '05:10', '22:20'],
  },
  {
    predicate: 'sampling_rate',
    of: 'component',
    told: ['sampling rate', 'sampling'],
    asked: ['share of requests that is recorded', 'fraction of traffic we look at'],
    values: ['10 %', '5 %', '25 %', '1 %', '50 %', '15 %', '2 %', '20 %'],
  },
  {
    predicate: 'session_lifetime',
    of: 'component',
    told: ['session lifetime', 'session expiry'],
    asked: ['time until users are logged out', 'duration before one has to sign in again'],
    values: ['8 h', '12 h', '4 h', '24 h', '2 h', '16 h', '6 h', '10 h'],
  },
  {
    predicate: 'standup_time',
    of: 'project',
    told: ['daily stand-up', 'stand-up'],
    asked: ['hour of the short morning meeting', 'time at which people gather every morning'],
    values: ['09:15', '09:30', '10:00', '08:45', '09:45', '10:15', '09:00', '08:30'],
  },
  {
    predicate: 'monthly_budget',
    of: 'project',
    told: ['monthly budget', 'budget per month'],
    asked: ['money that may be spent in four weeks', 'amount of euros at its disposal'],
    values: [
      '18,000 EUR',
      '24,000 EUR',
      '15,500 EUR',
      '31,000 EUR',
      '21,000 EUR',
      '27,500 EUR',
      '12,000 EUR',
      '35,000 EUR',
    ],
  },
  {
    predicate: 'release_day',
    of: 'project',
    told: ['release train', 'release day'],
    asked: ['weekday on which new versions go out', 'day for shipping'],
    values: ['Tuesday', 'Thursday', 'Monday', 'Wednesday', 'Friday', 'Sunday', 'Saturday'],
  },
  {
    predicate: 'support_hours',
    of: 'project',
    told: ['support hours', 'hotline hours'],
    asked: ['times at which customers can phone in', 'period in which calls are taken'],
    values: ['8-18 h', '7-20 h', '9-17 h', '6-22 h', '24 h', '8-16 h', '7-19 h', '10-18 h'],
  },
];

/** {x} is the bearer, {label} the setting, {v} the value, {old} the one before; {eff} since when, {on} on which day. */
export const settingTellings = {
  first: tellings([
    'note| Set up {x} with {n}. {label} starts at {v}; we will see whether that is any good.',
    'log| {x}[{pid}]: config loaded: {label}={v}',
    'commit| {x}: initial {label} of {v}',
    'minutes| {x} begins with {label} at {v}, {eff}. Nobody objected.',
    'ticket| Baseline for {x} written down: {label} = {v}, {eff}.',
    'report| Starting point for {x}: {label} {v}.',
  ]),
  changed: tellings([
    'note| Turned the {label} of {x} from {old} to {v} {on}. {n} had asked for it.',
    'chat| {x}: {label} is {v} {eff} (was {old})',
    'commit| {x}: {label} {old} -> {v}',
    'ticket| Change approved and done: {label} for {x} went to {v} {on}. Before: {old}.',
    'minutes| {x}: {label} to be {v} instead of {old}, {eff}. {n} does it.',
    'mail| We have adjusted {x}. The {label} is {v} {eff}; please update your sheets.',
    'log| {x}[{pid}]: config reloaded: {label}={v} (previous {old})',
    'report| Parameter review: {x} operates with a {label} of {v}, {eff}. The former figure of {old} is obsolete.',
    'note| After the third complaint: {label} on {x} now {v}, {eff}.',
    'chat| heads up: bumped {label} on {x} {on}, {v} it is',
  ]),
  reverted: tellings([
    'chat| rolled the {label} of {x} back to {v} {on}, {old} made things worse',
    'commit| Revert "{x}: {label} -> {old}"\n\nBack to {v}.',
    'note| {x} did not like it. {label} is back at {v}, {eff}.',
    'ticket| Reverted: {label} of {x} went back to {v} {on}. The trial with {old} is over.',
    'minutes| The experiment is stopped; {label} on {x} is {v} again, {eff}.',
  ]),
  limited: tellings([
    'ticket| For the load test only: {x} runs with {label} {v}, {eff}, until {until}. After that the previous value applies again without further action.',
    'note| Agreed with {n}: {label} of {x} at {v}, {eff}, but only until {until}. Then it falls back by itself.',
    'chat| temporary! {x} has {label} {v} {eff}, ends {until}, dont build on it',
    'mail| During the audit {x} uses a {label} of {v}, {eff}. This ends on {until} and the old number returns.',
  ]),
  corrected: tellings([
    'note| I have to correct myself about {x}: the {label} was never {old}. It was {v} all along {eff}, I misread the screen.',
    'mail| Erratum. My message about {x} was wrong: {label} has been {v} {eff}, not {old}. Sorry for the confusion.',
    'ticket| Data error. The {label} recorded for {x} ({old}) was a typing mistake; true value {v}, {eff}.',
  ]),
  /** Said while the value held, in the words in which it will be asked for ({asked}). */
  twin: tellings([
    'chat| {n} wanted to know the {asked} for {x}: it is {v}, just checked',
    'chat| "{asked}" of {x}?? {v}. second time this week that someone asks',
    'mail| You asked what the {asked} is for {x} at the moment. Answer: {v}. Feel free to quote me.',
    'note| FAQ for {x}, first entry: {asked}. Currently {v}.',
    'report| Questionnaire of the auditors, item 12. {x}, {asked}: currently {v}.',
    'ticket| Question from a customer: what is the {asked} in {x} right now? Answered with {v}. Closing.',
  ]),
} as const;
