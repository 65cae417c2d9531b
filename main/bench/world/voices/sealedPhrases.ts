import { type Forms, frames } from './frames.ts';

/** The sealed quarter of the phrase bank: drawn for scoring only, never read while a rule of retrieval is written. */
export const sealedFrames = frames([
  'operator|ask|just checking, {}?',
  'colleague|ask|Can someone help me out: {}?',
  'colleague|ask|You may know this, {}?',
  'formal|ask|One point to clarify: {}?',
  'colleague|ask|Does anybody know this one: {}?',
  'nonnative|ask|Sorry for asking again, {}?',
  'nonnative|ask|Hello again, {}?',
  'indirect|ask|I should know this, but {}?',
  'operator|clause|find out {}',
  'colleague|clause|My memory is bad today, so tell me {}.',
  'formal|clause|Please confirm {}.',
  'nonnative|clause|I am new here and do not know yet {}.',
  'nonnative|clause|I did not understand yet {}.',
  'indirect|clause|I have been wondering {}.',
  'operator|np|pull up {}',
  'colleague|np|Could you dig out {}?',
  'formal|np|I would like to see {}.',
  'indirect|np|What I am after is {}.',
  'searchbox|key|lookup {}',
  'searchbox|key|{} notes',
]);

/** One more name for each setting, by its predicate. */
export const sealedLabels: Readonly<Record<string, string>> = {
  worker_timeout: 'job time limit',
  retry_limit: 'number of tries',
  batch_size: 'number of items per batch',
  cache_ttl: 'cache duration',
  pool_size: 'number of database sessions',
  heap_limit: 'memory ceiling',
  poll_interval: 'check interval',
  log_retention: 'time logs are kept',
  upload_limit: 'maximum attachment size',
  rate_limit: 'quota per client',
  replicas: 'number of running copies',
  backup_window: 'nightly backup hour',
  sampling_rate: 'fraction of traced traffic',
  session_lifetime: 'time until logout',
  standup_time: 'daily sync time',
  monthly_budget: 'money available per month',
  release_day: 'rollout day',
  support_hours: 'phone schedule',
};

export const sealedForms: Readonly<Record<string, Forms>> = {
  release: { ask: ['as of what version does {c} support {what}'], np: ['the version in which {c} gained {what}'] },
  ticketId: { ask: ['what became of {id}'], clause: ['how {id} was settled'] },
  errorCode: { ask: ['why would {c} print {id}'], np: ['an explanation of {id}'] },
  commitId: { ask: ['what was the point of {id}'], clause: ['what {id} altered'] },
  fileName: { ask: ['why do we have {id} at all'], clause: ['what we need {id} for'] },
  order: { ask: ['what arrived with {id}'], clause: ['which items {id} was for'] },
  assetTag: { ask: ['what is the {id} sticker on'], clause: ['which device carries {id}'] },
  flag: { ask: ['what do I get by setting {id}'], clause: ['which behaviour {id} turns on'] },
  projectsUsing: {
    ask: ['which of our projects would break today without {c}'],
    clause: ['which projects have {c} in use at present'],
  },
  projectsEver: {
    ask: ['in which projects has {c} ever been, even for a while'],
    clause: ['which projects ever had {c} in their stack'],
  },
  touches: {
    ask: ['which other components does {c} rely on'],
    clause: ['where {c} gets its input from'],
  },
  incidentAffected: { ask: ['what else was dragged into {i}'], np: ['the list of components caught up in {i}'] },
  runsOnHost: { ask: ['what would be gone if I switched {h} off now'], clause: ['what sits on {h} today'] },
  runsOnHostThen: {
    ask: ['what would have been gone if {h} had failed on {date}'],
    clause: ['what sat on {h} on {date}'],
  },
  teamMembers: { ask: ['whose names are on the member list of the {t}'], np: ['the member list of the {t}'] },
  customersOf: { ask: ['who pays us for {p}'], np: ['the list of clients on {p}'] },
  suppliedByVendor: {
    ask: ['which of our servers did {v} sell us'],
    np: ['a list of our servers from {v}'],
  },
  maintainerOfUsed: {
    ask: ['who do I call at present when the {kind} of {p} fails'],
    np: ['the contact who maintains the {kind} of {p}'],
  },
  hallOfComponent: {
    ask: ['which hall is the box with {c} in'],
    np: ['the physical whereabouts of the server {c} is on'],
  },
  vendorOfHost: {
    ask: ['which vendor is the server of {c} from'],
    np: ['the seller of the server that {c} sits on'],
  },
  leadOfOwner: {
    ask: ['who is in charge of the team that owns {c} right now'],
    np: ['the current head of the team responsible for {c}'],
  },
  leadOfCustomer: {
    ask: ['who is the project lead for {k} on our side'],
    np: ['the project lead on our side for {k}'],
  },
  roomOfPerson: { ask: ['which team room do I send visitors of {n} to'], np: ['the team room of {n}'] },
  vendorForProject: {
    ask: ['which vendor would repair the server with the {kind} of {p}'],
    np: ['the seller of the server that the {kind} of {p} is on'],
  },
  hallForProject: {
    ask: ['which hall has the box with the {kind} of {p}'],
    np: ['the hall that houses the server of the {kind} of {p}'],
  },
  sharedComponent: {
    ask: ['which component would hurt both {p} and {q} if it broke'],
    np: ['the one component that {p} and {q} both need'],
  },
  aliasHost: { ask: ['what box is {alias} on'], clause: ['which server I find {alias} on'] },
  aliasMaintainer: { ask: ['who is the maintainer of {alias} these days'], clause: ['who is in charge of {alias}'] },
  causeOf: {
    ask: ['how come {that}', 'what did {effect} turn out to be in {month}'],
    np: ['the cause on record for {effect}'],
    clause: ['how it happened that {that}'],
  },
  effectOf: {
    ask: ['what trouble did {c} have after {when}'],
    np: ['the problem that {trigger} gave us on {c}'],
    clause: ['how {trigger} showed on {c}'],
  },
  rootOf: {
    ask: ['if you ask why again and again about {effect}, where does it end'],
    np: ['the story of {effect} from the first mistake on'],
  },
  sequelOf: { ask: ['who or what suffered when {that}'], np: ['the aftermath of {effect}'] },
  directOfSequel: { ask: ['which fault left us with {sequel}'], np: ['the fault that immediately led to {sequel}'] },
  originOfSequel: {
    ask: ['where did it all begin that led to {sequel}'],
    np: ['the chain from the initial mistake to {sequel}'],
  },
  valueNow: {
    ask: ['as things stand, what {sealedLabel} does {x} have'],
    clause: ['what is set as {sealedLabel} for {x}'],
  },
  valueAt: {
    ask: ['what {sealedLabel} was set for {x} on {date}'],
    np: ['the {sealedLabel} set for {x} on {date}'],
  },
  valueBefore: {
    ask: ['what had the {sealedLabel} of {x} been until it was changed to {v}'],
    np: ['the old {sealedLabel} of {x}, the one replaced by {v}'],
  },
  valueAfter: {
    ask: ['what replaced {v} as {sealedLabel} of {x}'],
    np: ['the {sealedLabel} of {x} that replaced {v}'],
  },
  whenSet: {
    ask: ['on what date did {x} switch to {v} as {sealedLabel}'],
    np: ['the date {x} switched to {v} as {sealedLabel}'],
  },
  whenEnded: {
    ask: ['what was the last day with {v} as {sealedLabel} of {x}'],
    np: ['the last day with {v} as {sealedLabel} of {x}'],
  },
  believedAt: {
    ask: ['had you asked us on {date}, what would we have said is the {sealedLabel} of {x}'],
    np: ['our state of knowledge of {date} about the {sealedLabel} of {x}'],
  },
  incidentProjectValue: {
    ask: ['whose project ran on the component when {that}, and how was its {sealedLabel} set that day'],
    np: ['the project on the component hit by {fault}, and the {sealedLabel} of the component that day'],
  },
  causeAndKeeper: {
    ask: ['where did {effect} come from, and who is the maintainer of the component today'],
    np: ["the reason for {effect}, and today's maintainer of the component"],
  },
  hostAndValue: {
    ask: ['what box is {c} on, and which {sealedLabel} does it have'],
    np: ['the box {c} is on, along with its {sealedLabel}'],
  },
  hostAndValueThen: {
    ask: ['what box would we have said {c} was on, asked on {date}, and with which {sealedLabel}'],
  },
  keeperAndPlace: {
    ask: ['who is the maintainer of {c}, and what hall houses its box'],
    np: ['the maintainer of {c} and the hall that houses its box'],
  },
  suspectedAndTrue: {
    ask: ['which explanation of {effect} turned out wrong, and which was right'],
    np: ['the false lead and the truth about {effect}'],
  },
  guessToFinding: {
    ask: ['what did we think {effect} was at first, who disproved it, and what was it really'],
  },
};

/** Other words for some of the paraphrase stories, by their key. */
export const sealedParaphrases: Readonly<Record<string, Forms>> = {
  cronpath: { ask: ['what stopped the regular assessment{at}'] },
  refund: { ask: ['what made us refund everything{at}'] },
  exit: { key: ['reason the most seasoned engineers{at} went away'] },
  typo: { ask: ['which tiny punctuation error{at} buried somebody in post'] },
  noise: { key: ['acoustic nuisance from the hardware{at}'] },
  blind: { key: ['accessibility defect{at}'] },
  key: { ask: ['where did the most important login{at} lie hidden'] },
  handover: { key: ['illness that showed the lack of a deputy{at}'] },
  hoarding: { ask: ['with which documents do we breach privacy rules{at}'] },
  rollback: { ask: ['why is reverting an upgrade{at} so slow'] },
  winter: { key: ['behaviour of machinery in frost{at}'] },
  silent: { ask: ['how could missing warnings{at} escape everyone'] },
  overtime: { ask: ['how did weekend labour{at} affect health'] },
  heat: { key: ['reason for keeping the enclosure{at} open'] },
  lostcontainer: { ask: ['what was the hiding place of the missing freight{at}'] },
  scam: { key: ['loss of money{at} to the false boss'] },
  birds: { ask: ['which birds are to blame for the poor reception{at}'] },
  ramp: { key: ['barrier for disabled participants{at}'] },
};
