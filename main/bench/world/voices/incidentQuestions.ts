import type { IncidentStory } from './incidents.ts';
import { fill } from './telling.ts';

/** How people ask about an incident: {c} is the component. */
interface IncidentQuestion {
  /** Behind "why": with the verb in front. */
  readonly why: string;
  /** The same as a plain past clause, in other words than those who saw it. */
  readonly that: string;
  /** What was behind it, as a clause for questions forwards. */
  readonly when: string;
  /** What followed, behind "why" and as a clause. */
  readonly sequelWhy: string;
  readonly sequelThat: string;
}

function asked(why: string, that: string, when: string, sequelWhy: string, sequelThat: string): IncidentQuestion {
  return { why, that, when, sequelWhy, sequelThat };
}

const questions: Readonly<Record<string, IncidentQuestion>> = {
  departures: asked(
    'did {c} no longer put out departures',
    '{c} put out no departures any more',
    'the signing key expired',
    'did drivers stand at closed gates',
    'drivers stood at closed gates',
  ),
  doubles: asked(
    'did {c} book slots twice',
    '{c} double-booked the slots',
    'a retry went out with no id',
    'did we send trucks away at the yard',
    'trucks were sent away at the yard',
  ),
  slowday: asked(
    'was {c} so slow to answer',
    '{c} got terribly slow',
    'someone dropped an index',
    'did the call centre go back to paper',
    'the call centre had to use paper',
  ),
  labels: asked(
    'did {c} print empty labels',
    '{c} printed empty labels',
    'the font package was missing',
    'did a pallet of medicine end up in the wrong hall',
    'medicine was left in the wrong hall',
  ),
  memory: asked(
    'did {c} die every night',
    '{c} kept dying at night',
    'the export held all rows in memory',
    'were the morning figures missing',
    'we had no morning figures for days',
  ),
  clock: asked(
    'did {c} turn down good tickets',
    '{c} turned down good tickets',
    'the clock was off by four minutes',
    'did a ferry leave half empty',
    'a ferry left with empty seats',
  ),
  loop: asked(
    'did {c} flood people with reminders',
    '{c} flooded people with reminders',
    'the acknowledgement timed out',
    'did the mail provider block us',
    'the mail provider blocked us',
  ),
  dates: asked(
    'did {c} get the arrival dates wrong by a month',
    '{c} was a month off with arrivals',
    'day and month were mixed up',
    'did the planners order crew for the wrong weeks',
    'crew was ordered for the wrong weeks',
  ),
  stuck: asked(
    'did the queue before {c} pile up',
    'the queue before {c} piled up',
    'a poisoned message got stuck',
    'were the invoices late',
    'the invoices were late',
  ),
  login: asked(
    'could nobody log in to {c}',
    'logging in to {c} did not work for anyone',
    'the directory account was locked',
    'did the night shift have to phone around',
    'the night shift had to phone around',
  ),
  charset: asked(
    'did the umlauts in {c} get lost',
    'the umlauts in {c} got lost',
    'the export was read with the wrong encoding',
    'did parcels go to Minnesota',
    'parcels ended up in Minnesota',
  ),
  diskfull: asked(
    'could nothing be written to {c}',
    'nothing could be written to {c}',
    'temp files piled up',
    'did someone have to retype the weighings',
    'the weighings had to be typed in again',
  ),
  cert: asked(
    'were partners cut off from {c}',
    'partners were cut off from {c}',
    'the intermediate certificate was forgotten',
    'did two contracts get paused',
    'two contracts got paused',
  ),
  deadlock: asked(
    'did {c} freeze every hour',
    '{c} was freezing every hour',
    'two jobs locked tables in a different order',
    'did the gate displays freeze',
    'the gate displays were frozen',
  ),
  prices: asked(
    'did {c} use old tariffs',
    '{c} came up with old tariffs',
    'the price table came from the wrong bucket',
    'did we have to hand out credit notes',
    'we handed out all those credit notes',
  ),
  gps: asked(
    'did {c} show the trucks in the sea',
    '{c} showed the trucks in the sea',
    'the coordinates got swapped',
    'did dispatch ignore real alarms',
    'real alarms were ignored for a day',
  ),
  cold: asked(
    'did {c} send so many temperature alarms',
    '{c} sent temperature alarms all the time',
    'sensors were sending Fahrenheit',
    'did we throw fish away',
    'we had to throw the fish away',
  ),
  search: asked(
    'could {c} not find new shipments',
    '{c} could not find new shipments',
    'the index alias was on the old copy',
    'did customers open so many tickets',
    'customers opened all those tickets',
  ),
  webhook: asked(
    'did payments not reach {c}',
    'payments did not reach {c}',
    'large bodies were cut off by the balancer',
    'did people who had paid get reminders',
    'people who had paid got reminders',
  ),
  permissions: asked(
    "did {c} show people someone else's documents",
    "{c} showed people someone else's documents",
    'the tenant was not part of the cache key',
    'was there a report by the data protection officer',
    'the data protection officer had to file a report',
  ),
  crash: asked(
    'did {c} crash on startup',
    '{c} kept crashing on startup',
    'the flag was read too early',
    'did the release slip',
    'the release slipped',
  ),
  quota: asked(
    'was {c} blocked by the map service',
    'the map service blocked {c}',
    'a test script ate the allowance',
    'were drivers asking for directions',
    'drivers were asking for directions',
  ),
  dns: asked(
    'was {c} not reachable from outside',
    '{c} was not reachable from outside',
    'the record still had the old address',
    'was the app update rejected',
    'the app update was rejected',
  ),
  sums: asked(
    'were the totals in {c} off',
    'the totals in {c} were wrong by a cent',
    'rounding came before tax',
    'did the accountants not sign',
    'the accountants would not sign',
  ),
  threads: asked(
    'did callers get no answer from {c}',
    'callers got no answer from {c}',
    'threads hung on the mail server',
    'did we miss the tender',
    'we missed the tender',
  ),
  images: asked(
    'did {c} lose damage photos',
    '{c} lost damage photos',
    'the virus scanner mistook pictures for archives',
    'did the insurer not pay',
    'the insurer did not pay',
  ),
  leap: asked(
    'was the last day of the month missing in {c}',
    '{c} left out the last day of the month',
    'the loop stopped one day early',
    'did people get too little salary',
    'nine salaries were too low',
  ),
  vpn: asked(
    'did {c} lose the northern depot',
    '{c} had no connection to the northern depot',
    'the fibre was cut',
    'did we count containers by hand',
    'containers had to be counted by hand',
  ),
  weights: asked(
    'did {c} let overweight trucks through',
    '{c} let trucks through that were too heavy',
    'the limit was taken as pounds',
    'did the police close our exit',
    'our exit was closed by the police',
  ),
  mailbox: asked(
    'did {c} leave orders unread',
    '{c} left orders unread',
    'the provider switched off basic sign-in',
    'did we lose a customer to a competitor',
    'we lost a customer to a competitor',
  ),
  replay: asked(
    'did {c} process a whole day again',
    '{c} processed a whole day again',
    'the restart picked the oldest checkpoint',
    'did the statistics office want an explanation',
    'the statistics office asked us to explain',
  ),
  colour: asked(
    'were all berths red in {c}',
    '{c} had all berths in red',
    'unknown was mapped to blocked',
    'did a cruise ship have to wait outside',
    'a cruise ship had to wait outside',
  ),
  barcode: asked(
    'did {c} get nothing from the scanners',
    '{c} got nothing from the scanners',
    'the access point switched channels',
    'did the inventory take until midnight',
    'the inventory took so long',
  ),
  archive: asked(
    'were the 2019 papers unreadable in {c}',
    'the 2019 papers were unreadable in {c}',
    'the decryption key was rotated away',
    'did we have to settle a lawsuit',
    'we had to settle the lawsuit',
  ),
};

/** What a question about the story of a component may say, by slot. */
export function incidentWords(story: IncidentStory, component: string): Record<string, string> {
  const question = questions[story.key];
  if (!question) throw new Error(`nobody asks about ${story.key}`);
  const name = { c: component };
  const effect = fill(story.asked, name);
  // The same without its component, for those who do not know it.
  const fault = story.asked.replace(/ \w+ \{c\}/, '');
  return {
    effect,
    effectKey: bare(effect),
    fault,
    faultKey: bare(fault),
    why: fill(question.why, name),
    that: fill(question.that, name),
    trigger: story.trigger,
    triggerKey: bare(story.trigger),
    when: question.when,
    sequel: story.sequelAsked,
    sequelKey: bare(story.sequelAsked),
    sequelWhy: question.sequelWhy,
    sequelThat: question.sequelThat,
  };
}

/** Key words have no article in front. */
function bare(phrase: string): string {
  return phrase.replace(/^the /, '');
}
