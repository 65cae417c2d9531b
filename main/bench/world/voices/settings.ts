import { tellings } from './telling.ts';

/** A value that changes: what it is called when it is set, what it is called when it is asked for. */
export interface Setting {
  readonly predicate: string;
  /** What carries it. */
  readonly of: 'component' | 'project';
  /** How those who set it call it. */
  readonly told: readonly string[];
  /** How others call it. */
  readonly asked: readonly string[];
  /** How one asks without naming it: of the present and of the past, as a question and as a clause; {x} carries it. */
  readonly spoken: {
    readonly isAsk: string;
    readonly wasAsk: string;
    readonly isClause: string;
    readonly wasClause: string;
  };
  readonly values: readonly string[];
}

function setting(
  predicate: string,
  of: Setting['of'],
  told: readonly string[],
  asked: readonly string[],
  [isAsk, wasAsk, isClause, wasClause]: readonly [string, string, string, string],
  values: readonly string[],
): Setting {
  return { predicate, of, told, asked, spoken: { isAsk, wasAsk, isClause, wasClause }, values };
}

export const settings: readonly Setting[] = [
  setting(
    'worker_timeout',
    'component',
    ['worker timeout', 'WORKER_TIMEOUT'],
    ['task timeout', 'maximum job time', 'job kill limit', 'time limit for a job'],
    [
      'how long may a job on {x} run',
      'how long could a job on {x} run',
      'how long a job on {x} may run',
      'how long a job on {x} could run',
    ],
    ['300 s', '600 s', '420 s', '240 s', '900 s', '180 s', '540 s', '720 s'],
  ),
  setting(
    'retry_limit',
    'component',
    ['retry limit', 'max_retries'],
    ['number of retries', 'number of attempts', 'retry count', 'maximum attempts'],
    [
      'how many times does {x} retry',
      'how many times did {x} retry',
      'how many times {x} retries',
      'how many times {x} retried',
    ],
    ['3', '5', '8', '2', '12', '6', '4', '10'],
  ),
  setting(
    'batch_size',
    'component',
    ['batch size', 'batch_size'],
    ['chunk size', 'number of rows per batch', 'number of records per run', 'record count per batch'],
    [
      'how many records does {x} take at once',
      'how many records did {x} take at once',
      'how many records {x} takes at once',
      'how many records {x} took at once',
    ],
    ['500', '2,000', '250', '1,000', '4,000', '750', '1,500', '3,000'],
  ),
  setting(
    'cache_ttl',
    'component',
    ['cache TTL', 'TTL'],
    ['cache expiry', 'cache lifetime', 'time-to-live', 'caching time'],
    [
      'how long does {x} cache things',
      'how long did {x} cache things',
      'how long {x} caches things',
      'how long {x} cached things',
    ],
    ['15 min', '5 min', '60 min', '30 min', '2 min', '10 min', '45 min', '90 min'],
  ),
  setting(
    'pool_size',
    'component',
    ['connection pool size', 'pool size'],
    ['number of DB connections', 'database connection limit', 'maximum DB sessions', 'DB pool'],
    [
      'how many database connections does {x} keep',
      'how many database connections did {x} keep',
      'how many database connections {x} keeps',
      'how many database connections {x} kept',
    ],
    ['20', '40', '64', '32', '16', '100', '48', '80'],
  ),
  setting(
    'heap_limit',
    'component',
    ['heap limit', 'max heap'],
    ['memory limit', 'RAM limit', 'maximum memory', 'memory cap'],
    [
      'how much RAM may {x} use',
      'how much RAM could {x} use',
      'how much RAM {x} may use',
      'how much RAM {x} could use',
    ],
    ['4 GiB', '6 GiB', '8 GiB', '3 GiB', '12 GiB', '2 GiB', '10 GiB', '5 GiB'],
  ),
  setting(
    'poll_interval',
    'component',
    ['poll interval', 'polling period'],
    ['polling interval', 'refresh interval', 'polling frequency', 'time between polls'],
    [
      'how often does {x} check for new data',
      'how often did {x} check for new data',
      'how often {x} checks for new data',
      'how often {x} checked for new data',
    ],
    ['30 s', '60 s', '10 s', '90 s', '15 s', '120 s', '45 s', '20 s'],
  ),
  setting(
    'log_retention',
    'component',
    ['log retention', 'retention of logs'],
    ['retention period', 'age limit for logs', 'logfile lifetime', 'log history'],
    [
      'how long does {x} keep its logs',
      'how long did {x} keep its logs',
      'how long {x} keeps its logs',
      'how long {x} kept its logs',
    ],
    ['14 days', '30 days', '7 days', '90 days', '60 days', '21 days', '45 days', '10 days'],
  ),
  setting(
    'upload_limit',
    'component',
    ['upload limit', 'max upload'],
    ['maximum file size', 'attachment limit', 'file size limit', 'largest file allowed'],
    [
      'how big can a file for {x} be',
      'how big could a file for {x} be',
      'how big a file for {x} can be',
      'how big a file for {x} could be',
    ],
    ['25 MB', '50 MB', '10 MB', '100 MB', '40 MB', '80 MB', '15 MB', '60 MB'],
  ),
  setting(
    'rate_limit',
    'component',
    ['rate limit', 'throttle limit'],
    ['request limit', 'API quota', 'call limit', 'number of requests allowed'],
    [
      'how many calls does {x} let a client make',
      'how many calls did {x} let a client make',
      'how many calls {x} lets a client make',
      'how many calls {x} let a client make',
    ],
    ['120/min', '300/min', '60/min', '240/min', '600/min', '90/min', '180/min', '450/min'],
  ),
  setting(
    'replicas',
    'component',
    ['replica count', 'number of replicas'],
    ['number of instances', 'instance count', 'number of copies', 'number of pods'],
    [
      'how many instances of {x} are there',
      'how many instances of {x} were there',
      'how many instances of {x} there are',
      'how many instances of {x} there were',
    ],
    ['2', '3', '5', '4', '6', '1', '8', '7'],
  ),
  setting(
    'backup_window',
    'component',
    ['backup window', 'backup start'],
    ['backup time', 'nightly backup time', 'nightly dump time', 'backup slot'],
    [
      'when does the nightly backup of {x} run',
      'when did the nightly backup of {x} run',
      'when the nightly backup of {x} runs',
      'when the nightly backup of {x} ran',
    ],
    ['01:30', '03:00', '02:15', '04:45', '23:30', '00:45', '05:10', '22:20'],
  ),
  setting(
    'sampling_rate',
    'component',
    ['sampling rate', 'trace sampling'],
    ['trace percentage', 'share of traced requests', 'tracing ratio', 'sample percentage'],
    [
      'what share of requests does {x} trace',
      'what share of requests did {x} trace',
      'what share of requests {x} traces',
      'what share of requests {x} traced',
    ],
    ['10 %', '5 %', '25 %', '1 %', '50 %', '15 %', '2 %', '20 %'],
  ),
  setting(
    'session_lifetime',
    'component',
    ['session lifetime', 'session expiry'],
    ['session timeout', 'login duration', 'auto-logout time', 'session length'],
    [
      'how long does a login on {x} last',
      'how long did a login on {x} last',
      'how long a login on {x} lasts',
      'how long a login on {x} lasted',
    ],
    ['8 h', '12 h', '4 h', '24 h', '2 h', '16 h', '6 h', '10 h'],
  ),
  setting(
    'standup_time',
    'project',
    ['stand-up time', 'daily stand-up time'],
    ['daily meeting time', 'time of the daily', 'morning meeting time', 'start of the daily'],
    [
      'when does the {x} team have its daily',
      'when did the {x} team have its daily',
      'when the {x} team has its daily',
      'when the {x} team had its daily',
    ],
    ['09:15', '09:30', '10:00', '08:45', '09:45', '10:15', '09:00', '08:30'],
  ),
  setting(
    'monthly_budget',
    'project',
    ['monthly budget', 'budget per month'],
    ['monthly spending limit', 'budget', 'monthly allowance', 'spending cap'],
    [
      'how much can {x} spend a month',
      'how much could {x} spend a month',
      'how much {x} can spend a month',
      'how much {x} could spend a month',
    ],
    ['18,000 EUR', '24,000 EUR', '15,500 EUR', '31,000 EUR', '21,000 EUR', '27,500 EUR', '12,000 EUR', '35,000 EUR'],
  ),
  setting(
    'release_day',
    'project',
    ['release train', 'release day'],
    ['deployment day', 'release weekday', 'day for releases', 'shipping day'],
    ['which day does {x} ship', 'which day did {x} ship', 'which day {x} ships', 'which day {x} shipped'],
    ['Tuesday', 'Thursday', 'Monday', 'Wednesday', 'Friday', 'Sunday', 'Saturday'],
  ),
  setting(
    'support_hours',
    'project',
    ['support window', 'hotline schedule'],
    ['helpdesk schedule', 'phone support window', 'customer service window', 'call-in window'],
    [
      'when can customers of {x} call',
      'when could customers of {x} call',
      'when customers of {x} can call',
      'when customers of {x} could call',
    ],
    ['8-18 h', '7-20 h', '9-17 h', '6-22 h', '24 h', '8-16 h', '7-19 h', '10-18 h'],
  ),
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
    'report| Parameter review: {x} operates with a {label} of {v}, {eff}.',
    'minutes| {n} reports on {x}. The {label} was set to {v} {on}, no objections.',
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
  /** Said while the value held, in words like those in which it will be asked for ({asked}). */
  twin: tellings([
    'chat| {n} wanted to know the {asked} for {x}: it is {v}, just checked',
    'chat| {asked} of {x}? {v}. second time this week that someone asks',
    'chat| @{n} {x} {asked} = {v}, looked it up for you',
    'chat| re {x}: {v} as {asked}, has been like that for a while',
    'mail| You asked about the {asked} of {x}. At the moment it is {v}. Feel free to quote me.',
    'mail| Answering {n} in public: {x} has {v} as its {asked} right now.',
    'note| Cheat sheet for the new ones. {x}, {asked}: {v}.',
    'note| Looked over the shoulder of {n}. The {asked} on {x} is {v}, as I thought.',
    'note| Fact sheet for {x}: {asked} {v}, the rest still blank.',
    'report| Self-assessment, page 3. {x}: {asked} of {v}.',
    'report| Overview of the settings as found: {x}, {asked}, {v}.',
    'ticket| A customer wants to know the {asked} of {x}. Answered with {v}. Closing.',
    'ticket| Documentation: add the {asked} of {x} to the wiki. Done, it says {v}.',
    'minutes| Question from the floor about {x}: {n} confirms {v} as the {asked}.',
  ]),
} as const;
