import { type Forms, frames } from './frames.ts';

/** The sealed quarter of the phrase bank: drawn for scoring only, never read while a rule of retrieval is written. */
export const sealedFrames = frames([
  'operator|ask|status check, {}?',
  'colleague|ask|You were there, I was not: {}?',
  'colleague|ask|Bet you know this one. {}?',
  'formal|ask|By order of the board: {}?',
  'nonnative|ask|Good day, I ask me: {}?',
  'indirect|ask|A customer is on the line. {}?',
  'operator|clause|spell out {}',
  'colleague|clause|My memory is a sieve, so tell me {}.',
  'formal|clause|Grateful for a line on {}.',
  'nonnative|clause|It is for me not clear {}.',
  'indirect|clause|I have been wondering {}.',
  'operator|np|fetch {}',
  'colleague|np|You would not have {} lying around?',
  'formal|np|For completeness we require {}.',
  'indirect|np|What I am after is {}.',
  'searchbox|key|find {}',
  'searchbox|key|{} archive',
]);

export const sealedForms: Readonly<Record<string, Forms>> = {
  release: { ask: ['as of what version can {c} do {what}'], np: ['the version number in which {c} learned {what}'] },
  ticketId: { ask: ['what became of {id}'], clause: ['in what way {id} was settled'] },
  errorCode: { ask: ['why would {c} print {id}'], np: ['what lies behind {id}'] },
  commitId: { ask: ['what was the point of {id}'], clause: ['what {id} altered'] },
  fileName: { ask: ['why do we have {id} at all'], clause: ['which task {id} fulfils'] },
  order: { ask: ['what arrived with {id}'], clause: ['which items {id} was for'] },
  assetTag: { ask: ['what is the sticker {id} glued to'], clause: ['to what {id} belongs'] },
  flag: { ask: ['what do I get by setting {id}'], clause: ['which behaviour {id} turns on'] },
  projectsUsing: {
    ask: ['which of our projects would notice if {c} vanished today'],
    clause: ['which projects have {c} in use now'],
  },
  projectsEver: {
    ask: ['in which projects has {c} ever been, even for a while'],
    clause: ['which projects ever had {c} under the bonnet'],
  },
  touches: {
    ask: ['which neighbours would {c} miss if they stopped'],
    clause: ['which others {c} feeds on'],
  },
  incidentAffected: { ask: ['what all was dragged into {i}'], np: ['the list of casualties of {i}'] },
  runsOnHost: { ask: ['what would be gone if I switched {h} off now'], clause: ['what sits on {h} today'] },
  teamMembers: { ask: ['which names are on the roster of the {t}'], np: ['the roster of the {t}'] },
  customersOf: { ask: ['who pays us for {p}'], np: ['the list of clients of {p}'] },
  suppliedByVendor: {
    ask: ['which of our boxes have {v} on the invoice'],
    np: ['our hardware with {v} on the invoice'],
  },
  maintainerOfUsed: {
    ask: ['whose phone rings when the {kind} under {p} fails'],
    np: ['the caretaker of the {kind} that {p} stands on'],
  },
  hallOfComponent: {
    ask: ['through which door do I go to touch the server of {c}'],
    np: ['the physical whereabouts of the server of {c}'],
  },
  vendorOfHost: {
    ask: ['whose invoice covers the server that {c} sits on'],
    np: ['the seller of the server that {c} sits on'],
  },
  leadOfOwner: {
    ask: ['who is the superior of those that {c} belongs to'],
    np: ['the team head to whom {c} reports in the end'],
  },
  leadOfCustomer: {
    ask: ['to whom does one escalate for {k} on the project side'],
    np: ['the project head on our side for {k}'],
  },
  roomOfPerson: { ask: ['which room do I send visitors of {n} to'], np: ['the room for visitors of {n}'] },
  vendorForProject: {
    ask: ['who would repair the server under the {kind} of {p}'],
    np: ['the seller of the server that the {kind} of {p} is on'],
  },
  hallForProject: {
    ask: ['which hall must not lose power if the {kind} of {p} is to live'],
    np: ['the hall on which the {kind} of {p} hangs'],
  },
  sharedComponent: {
    ask: ['what would hurt {p} and {q} alike if it broke'],
    np: ['the thing that {p} and {q} would both miss'],
  },
  aliasHost: { ask: ['what box is {alias} on'], clause: ['on which server one finds {alias}'] },
  aliasMaintainer: { ask: ['who is the caretaker of {alias}'], clause: ['whom {alias} belongs to day to day'] },
  causeOf: {
    ask: ['how come there was {effect}', 'what do the records blame for {effect}'],
    np: ['whatever we hold responsible for {effect}'],
    clause: ['where {effect} came from'],
  },
  effectOf: {
    ask: ['what did {c} suffer through {trigger}'],
    np: ['whatever {trigger} did to {c}'],
    clause: ['how {trigger} showed on {c}'],
  },
  rootOf: {
    ask: ['if one asks why five times about {effect}, where does one end'],
    np: ['the story of {effect} from the first mistake on'],
  },
  sequelOf: { ask: ['who or what suffered from {effect}'], np: ['the aftermath of {effect}'] },
  originOfSequel: { ask: ['which fault do we owe {sequel} to'], np: ['the fault that brought us {sequel}'] },
  valueNow: {
    ask: ['as things are today, what {label} does {x} have'],
    clause: ['which {label} applies to {x} today'],
  },
  valueAt: {
    ask: ['had I looked on {date}, what {label} would {x} have had'],
    np: ['the {label} of {x} in force on {date}'],
  },
  valueBefore: {
    ask: ['what had the {label} of {x} been until {v} replaced it'],
    np: ['whatever {v} replaced as {label} of {x}'],
  },
  valueAfter: { ask: ['what replaced {v} as {label} of {x}'], np: ['whatever replaced {v} as {label} of {x}'] },
  whenSet: { ask: ['on what date did {v} come in as {label} of {x}'], np: ['the date {v} came in as {label} of {x}'] },
  whenEnded: { ask: ['what was the last day of {v} as {label} of {x}'], np: ['the last day of {v} as {label} of {x}'] },
  believedAt: {
    ask: ['had you asked us on {date}, which {label} would we have named for {x}'],
    np: ['our belief of {date} about the {label} of {x}'],
  },
  incidentProjectValue: {
    ask: ['whose project stood on the component with {effect}, and how was its {label} set on that day'],
    np: ['the project standing on the component with {effect}, and its {label} on the day'],
  },
  causeAndKeeper: {
    ask: ['where did {effect} come from, and in whose hands is that component today'],
    np: ["the reason for {effect}, and today's caretaker of the component"],
  },
  hostAndValue: {
    ask: ['what box is {c} on and which {label} applies to it today'],
    np: ['the box of {c} along with its {label} today'],
  },
  keeperAndPlace: {
    ask: ['in whose hands is {c}, and behind which door is its box'],
    np: ['the caretaker of {c} and the door behind which its box is'],
  },
  suspectedAndTrue: {
    ask: ['what did we think {effect} was, and what was it'],
    np: ['the false lead and the truth about {effect}'],
  },
};

/** Other words for some of the paraphrase stories, by their key. */
export const sealedParaphrases: Readonly<Record<string, Forms>> = {
  cronpath: { ask: ['what stopped the regular appraisal{at}'] },
  refund: { ask: ['what made us refund everything{at}'] },
  exit: { np: ['whatever drove the most seasoned engineers{at} away'] },
  typo: { ask: ['which tiny punctuation error{at} buried somebody in post'] },
  noise: { np: ['the acoustic nuisance{at}'] },
  blind: { np: ['the accessibility defect{at}'] },
  key: { ask: ['where did the most important login{at} lie hidden'] },
  handover: { np: ['the illness that showed the lack of a deputy{at}'] },
  hoarding: { ask: ['with which documents do we breach privacy rules{at}'] },
  rollback: { ask: ['why is reverting an upgrade{at} so slow'] },
  winter: { np: ['the behaviour of machinery in frost{at}'] },
  silent: { ask: ['how could missing warnings{at} escape everyone'] },
  overtime: { ask: ['how did weekend labour{at} affect health'] },
  heat: { np: ['the reason for never closing the enclosure{at}'] },
  lostcontainer: { ask: ['what was the hiding place of the missing freight{at}'] },
  scam: { np: ['the loss of money{at} to the false boss'] },
  birds: { ask: ['which birds are bad for reception{at}'] },
  ramp: { np: ['the barrier for disabled participants{at}'] },
};
