import { type Forms, frames } from './frames.ts';

/** The open part of the phrase bank; sealedPhrases.ts holds the part that is drawn for scoring only. */
export const openFrames = frames([
  'operator|ask|{}?',
  'operator|ask|Quick one: {}?',
  'operator|ask|ok so {}?',
  'colleague|ask|Hey, {}?',
  'colleague|ask|Stupid question maybe, but {}?',
  'colleague|ask|Someone just asked me this: {}?',
  'colleague|ask|Remind me, {}?',
  'colleague|ask|I forgot. {}?',
  'formal|ask|For the handover file: {}?',
  'formal|ask|In our records, {}?',
  'formal|ask|With regard to the annual review: {}?',
  'nonnative|ask|Hello, please, {}?',
  'nonnative|ask|Excuse me the disturbance, {}?',
  'nonnative|ask|I have one question: {}?',
  'indirect|ask|Two minutes before the call: {}?',
  'indirect|ask|Going through old stuff here. {}?',
  'indirect|ask|The boss is asking: {}?',
  'operator|clause|Tell me {}.',
  'operator|clause|check {}',
  'operator|clause|look up {} pls',
  'colleague|clause|Any chance you remember {}?',
  'colleague|clause|I can never keep in mind {}, help?',
  'colleague|clause|Not sure {}, can you have a look?',
  'colleague|clause|trying to work out {}',
  'formal|clause|Please establish {}.',
  'formal|clause|Kindly advise {}.',
  'formal|clause|The auditors wish to know {}.',
  'nonnative|clause|I would like to be informed {}.',
  'nonnative|clause|Can you say me {}?',
  'indirect|clause|I need to know {}.',
  'indirect|clause|It would help me to learn {}.',
  'indirect|clause|Do we have it written down {}?',
  'operator|np|{}?',
  'operator|np|need {}',
  'operator|np|Find {}.',
  'colleague|np|Got {} at hand?',
  'colleague|np|Looking for {}, cannot find it.',
  'colleague|np|Remind me of {}.',
  'formal|np|Please provide {}.',
  'formal|np|Requested: {}.',
  'formal|np|State {}.',
  'nonnative|np|We are searching {}, thank you.',
  'nonnative|np|Please to give {}.',
  'indirect|np|I am missing {} in my notes.',
  'indirect|np|My report still lacks {}.',
  'searchbox|key|{}',
  'searchbox|key|search: {}',
  'searchbox|key|{} ?',
  'searchbox|key|notes {}',
]);

export const openForms: Readonly<Record<string, Forms>> = {
  // one exact mark
  release: {
    ask: ['which version of {c} introduced {what}', 'since which release does {c} have {what}'],
    clause: ['with which version {c} got {what}', 'in which release of {c} {what} came'],
    np: ['the {c} version that brought {what}', 'the first release of {c} with {what}'],
    key: ['{c} version introducing {what}'],
  },
  ticketId: {
    ask: ['how was {id} resolved', 'what came out of {id}'],
    clause: ['how {id} ended', 'what was done in the end about {id}'],
    np: ['the resolution of {id}', 'the outcome of {id}'],
    key: ['{id} resolution'],
  },
  errorCode: {
    ask: ['what does {id} mean', 'when does {c} throw {id}'],
    clause: ['what {id} stands for', 'under which condition {id} is raised'],
    np: ['the meaning of {id}', 'the explanation of {id} in {c}'],
    key: ['{id} meaning'],
  },
  commitId: {
    ask: ['what did {id} change', 'what is commit {id} about'],
    clause: ['what {id} did to {c}', 'what commit {id} changed'],
    np: ['the content of commit {id}', 'the change made in {id}'],
    key: ['commit {id} change'],
  },
  fileName: {
    ask: ['what is {id} for', 'what does {id} do'],
    clause: ['what {id} is good for', 'what purpose {id} has'],
    np: ['the purpose of {id}', 'the job of {id}'],
    key: ['{id} purpose'],
  },
  order: {
    ask: ['what was in {id}', 'what did we get with order {id}'],
    clause: ['what {id} contained', 'what we bought under {id}'],
    np: ['the content of {id}', 'the goods of order {id}'],
    key: ['{id} content goods'],
  },
  assetTag: {
    ask: ['which thing bears the tag {id}', 'what is {id}'],
    clause: ['what {id} is', 'which device has number {id}'],
    np: ['the device behind {id}', 'the thing with tag {id}'],
    key: ['asset {id}'],
  },
  flag: {
    ask: ['what happens when {id} is on', 'what does {id} switch'],
    clause: ['what {id} does', 'what changes with {id} on'],
    np: ['the effect of {id}', 'the meaning of the flag {id}'],
    key: ['{id} effect when on'],
  },
  // what is tied to what
  projectsUsing: {
    ask: ['which projects use {c} today', 'who still builds on {c} among the projects'],
    clause: ['which projects rely on {c} at present', 'what projects currently need {c}'],
    np: ['the projects that depend on {c} now', 'all projects with {c} inside these days'],
    key: ['{c} projects using it now'],
  },
  projectsEver: {
    ask: ['which projects have ever used {c}', 'which projects have had {c} in them, past ones included'],
    clause: [
      'which projects have at some time relied on {c}',
      'what projects have made use of {c} so far, former users included',
    ],
    np: ['every project that ever relied on {c}', 'the present and former users of {c} among the projects'],
    key: ['{c} projects past and present'],
  },
  touches: {
    ask: ['which systems does {c} get its data from', 'what does {c} depend on'],
    clause: ['which components {c} leans on', 'what {c} reads from'],
    np: ['the components behind {c}', 'everything {c} depends on'],
    key: ['{c} dependencies'],
  },
  incidentAffected: {
    ask: ['which components were hit in {i}', 'what went down in {i}'],
    clause: ['which systems {i} took with it', 'what components were part of {i}'],
    np: ['the systems affected by {i}', 'the components involved in {i}'],
    key: ['{i} affected components'],
  },
  runsOnHost: {
    ask: ['what runs on {h} at the moment', 'which services live on {h} now'],
    clause: ['what is currently deployed on {h}', 'which components {h} carries today'],
    np: ['the services on {h} now', 'everything that is hosted on {h} today'],
    key: ['{h} running services'],
  },
  teamMembers: {
    ask: ['who works in the {t}', 'who belongs to the {t}'],
    clause: ['who is in the {t}', 'which people the {t} has'],
    np: ['the people of the {t}', 'the members of the {t}'],
    key: ['{t} members'],
  },
  customersOf: {
    ask: ['which customers are on {p}', 'who buys {p} from us'],
    clause: ['which customers {p} has', 'who subscribes to {p}'],
    np: ['the customers of {p}', 'the buyers of {p}'],
    key: ['{p} customers'],
  },
  suppliedByVendor: {
    ask: ['which machines did we buy from {v}', 'what hardware came from {v}'],
    clause: ['which machines {v} delivered', 'what boxes {v} sold us'],
    np: ['the machines from {v}', 'the hardware that {v} delivered'],
    key: ['{v} delivered machines'],
  },
  // what lies several steps away
  maintainerOfUsed: {
    ask: ['who looks after the {kind} that {p} relies on', 'which person keeps the {kind} used by {p} alive'],
    clause: ['who is responsible for the {kind} behind {p}', 'who maintains the {kind} in use at {p}'],
    np: ['the maintainer of the {kind} that {p} uses', 'the person behind the {kind} in {p}'],
    key: ['{p} {kind} maintainer'],
  },
  hallOfComponent: {
    ask: ['in which hall is the machine that {c} runs on', 'where do I have to walk to pull the plug of {c}'],
    clause: ['in which hall the hardware under {c} stands', 'where the box that hosts {c} is'],
    np: ['the hall with the machine for {c}', 'the location of the hardware under {c}'],
    key: ['{c} machine hall location'],
  },
  vendorOfHost: {
    ask: ['who sold us the machine that {c} runs on', 'which supplier do I call about the hardware under {c}'],
    clause: ['from whom we bought the machine that hosts {c}', 'which vendor the box under {c} came from'],
    np: ['the supplier of the machine under {c}', 'the vendor of the hardware that hosts {c}'],
    key: ['{c} hardware vendor'],
  },
  leadOfOwner: {
    ask: ['who heads the team that owns {c}', 'whose team does {c} belong to'],
    clause: ['who leads the people that own {c}', 'which team lead answers for {c}'],
    np: ['the head of the team owning {c}', 'the boss of those to whom {c} belongs'],
    key: ['{c} owning team lead'],
  },
  leadOfCustomer: {
    ask: ['who is in charge of the project that {k} subscribes to', 'who leads the project sold to {k}'],
    clause: ['who runs the project that {k} is a customer of', 'which manager stands behind what {k} buys'],
    np: ['the manager of what {k} buys from us', 'the lead of the project that {k} is on'],
    key: ['{k} project lead'],
  },
  roomOfPerson: {
    ask: ['in which room does the team of {n} sit', 'where do I find the desk of {n}'],
    clause: ['which room {n} works in with the rest of the team', 'where the team that {n} belongs to sits'],
    np: ['the room of the team with {n} in it', 'the room number for {n}'],
    key: ['{n} team room'],
  },
  vendorForProject: {
    ask: [
      'who supplied the hardware below the {kind} that {p} uses',
      'which vendor sold us the machine for the {kind} of {p}',
    ],
    clause: [
      'from which vendor the box under the {kind} used in {p} came',
      'who delivered the machine on which the {kind} of {p} runs',
    ],
    np: [
      'the vendor of the machine under the {kind} that {p} relies on',
      'the supplier behind the hardware of the {kind} in {p}',
    ],
    key: ['{p} {kind} host vendor'],
  },
  hallForProject: {
    ask: [
      'in which hall stands the machine with the {kind} that {p} uses',
      'where is the hardware for the {kind} of {p}',
    ],
    clause: [
      'in which hall the {kind} that {p} needs is physically running',
      'where the box below the {kind} of {p} stands',
    ],
    np: [
      'the hall with the machine under the {kind} that {p} relies on',
      'the place of the hardware for the {kind} in {p}',
    ],
    key: ['{p} {kind} host hall'],
  },
  sharedComponent: {
    ask: ['what do {p} and {q} both use', 'which component is common to {p} and {q}'],
    clause: ['which component {p} shares with {q}', 'what {p} and {q} have in common technically'],
    np: ['the component shared by {p} and {q}', 'the common building block of {p} and {q}'],
    key: ['{p} {q} shared component'],
  },
  aliasHost: {
    ask: ['which machine does {alias} run on', 'where is {alias} deployed'],
    clause: ['on which machine {alias} lives', 'where {alias} is hosted now'],
    np: ['the machine of {alias}', 'the host that carries {alias}'],
    key: ['{alias} host'],
  },
  aliasMaintainer: {
    ask: ['who takes care of {alias}', 'who do I call when {alias} is down'],
    clause: ['who maintains {alias} now', 'who is responsible for {alias}'],
    np: ['the maintainer of {alias}', 'the person to call about {alias}'],
    key: ['{alias} maintainer'],
  },
  // what made what happen
  causeOf: {
    ask: ['what was the cause of {effect}', 'what was behind {effect}', 'what did {effect} turn out to come from'],
    clause: [
      'what caused {effect}',
      'what was found to be behind {effect}',
      'what {effect} was put down to in the end',
    ],
    np: ['the recorded cause of {effect}', 'the explanation of {effect}', 'the established reason for {effect}'],
    key: ['cause {effect}', 'root cause {effect}'],
  },
  effectOf: {
    ask: [
      'what did {trigger} lead to at {c}',
      'what went wrong on {c} because of {trigger}',
      'what harm did {trigger} do to {c}',
    ],
    clause: ['what {trigger} did to {c}', 'what came of {trigger} on {c}', 'which consequence {trigger} had for {c}'],
    np: ['the effect of {trigger} on {c}', 'the consequence of {trigger} for {c}', 'the damage from {trigger} at {c}'],
    key: ['{c} {trigger} consequence', 'effect {trigger} {c}'],
  },
  rootOf: {
    ask: [
      'what was the chain of causes behind {effect}, down to the bottom',
      'how did {effect} come about, from the very beginning',
    ],
    clause: ['what the ultimate reason for {effect} was, every link included', 'how it came to {effect}, step by step'],
    np: ['the full chain of causes of {effect}', 'all the links that led to {effect}'],
    key: ['{effect} chain of causes'],
  },
  sequelOf: {
    ask: ['what was the damage in the end from {effect}', 'what happened as a result of {effect}'],
    clause: ['what {effect} led to for the business', 'what followed from {effect}'],
    np: ['the consequences of {effect}', 'the damage done by {effect}'],
    key: ['{effect} consequences'],
  },
  originOfSequel: {
    ask: ['what led to {sequel}', 'how did we get to {sequel}, back to the fault itself'],
    clause: ['what was behind {sequel}, going back to the fault itself', 'how {sequel} came about'],
    np: ['the chain that ended in {sequel}', 'the origin of {sequel}'],
    key: ['{sequel} origin'],
  },
  // what held when
  valueNow: {
    ask: ['what is the {label} for {x} now', 'what is the {label} of {x} at the moment'],
    clause: ['what the {label} of {x} is these days', 'what the {label} is for {x} right now'],
    np: ['the current {label} for {x}', 'the {label} of {x} as it stands'],
    key: ['{x} {label} current'],
  },
  valueAt: {
    ask: ['what was the {label} for {x} on {date}', 'on {date}, what was the {label} of {x}'],
    clause: ['what the {label} of {x} was on {date}', 'what {label} {x} had on {date}'],
    np: ['the {label} of {x} as of {date}', 'the {label} that {x} had on {date}'],
    key: ['{x} {label} {date}'],
  },
  valueBefore: {
    ask: ['what was the {label} of {x} right before it became {v}', 'which {label} did {x} have before {v}'],
    clause: ['what the {label} of {x} was immediately before {v}', 'from which {label} {x} went to {v}'],
    np: ['the {label} of {x} that came just before {v}', 'the predecessor of {v} as {label} of {x}'],
    key: ['{x} {label} before {v}'],
  },
  valueAfter: {
    ask: ['what did the {label} of {x} become after {v}', 'which {label} followed {v} on {x}'],
    clause: ['what {label} {x} got right after {v}', 'to what the {label} of {x} was moved from {v}'],
    np: ['the {label} of {x} that followed {v}', 'the successor of {v} as {label} of {x}'],
    key: ['{x} {label} after {v}'],
  },
  whenSet: {
    ask: ['when did {x} get {v} as its {label}', 'since when has the {label} of {x} been {v}'],
    clause: ['when the {label} of {x} was set to {v}', 'from what day on {x} had a {label} of {v}'],
    np: ['the day on which {x} got a {label} of {v}', 'the start of {v} as {label} of {x}'],
    key: ['{x} {label} {v} since'],
  },
  whenEnded: {
    ask: ['when did {v} stop being the {label} of {x}', 'until when was {v} the {label} for {x}'],
    clause: ['when {x} gave up {v} as {label}', 'how long the {label} of {x} stayed at {v}'],
    np: ['the day on which {v} ended as {label} of {x}', 'the end of {v} as the {label} for {x}'],
    key: ['{x} {label} {v} until'],
  },
  believedAt: {
    ask: [
      'going by what we knew then, what was the {label} of {x} on {date}',
      'what did we think on {date} that the {label} of {x} was',
    ],
    clause: ['what {label} we believed {x} to have on {date}', 'what was on file on {date} as {label} of {x}'],
    np: ['the {label} of {x} as we believed it on {date}', 'the {label} for {x} that was on file on {date}'],
    key: ['{x} {label} as known on {date}'],
  },
  // what takes several looks
  incidentProjectValue: {
    ask: [
      'which project relied on the component that suffered from {effect}, and what was its {label} at that time',
      'who among the projects used what broke in {effect}, and with which {label} did it run then',
    ],
    clause: [
      'which project used the component with {effect}, and what the {label} was that day',
      'what project was exposed to {effect}, together with the {label} in force back then',
    ],
    np: [
      'the project that used the component with {effect}, plus the {label} at that time',
      'the project exposed to {effect} and the {label} of the component then',
    ],
    key: ['{effect} project and {label} at that time'],
  },
  causeAndKeeper: {
    ask: [
      'what was behind {effect}, and who maintains the thing now',
      'what explains {effect}, and whom do I call about that component today',
    ],
    clause: [
      'what caused {effect} and who looks after the component today',
      'what was found about {effect}, and who is its maintainer now',
    ],
    np: [
      'the cause of {effect} and the present maintainer of the component',
      'the explanation of {effect}, together with whoever keeps that system now',
    ],
    key: ['{effect} cause and maintainer'],
  },
  hostAndValue: {
    ask: ['where does {c} run, and what is its {label} now', 'on which machine is {c}, and how does its {label} stand'],
    clause: [
      'on what machine {c} lives and what its {label} is',
      'where {c} is hosted and which {label} it has at present',
    ],
    np: ['the host of {c} and its present {label}', 'the machine under {c}, with the current {label}'],
    key: ['{c} host and {label}'],
  },
  keeperAndPlace: {
    ask: [
      'who maintains {c}, and in which hall stands the machine under it',
      'if {c} dies at night, whom do I call and into which hall do I have to go',
    ],
    clause: ['who looks after {c} and where its machine stands', 'who keeps {c} and in what hall it physically is'],
    np: ['the maintainer of {c} and the hall of its machine', 'the person and the hall to go to for {c}'],
    key: ['{c} maintainer and hall'],
  },
  suspectedAndTrue: {
    ask: [
      'what was first suspected to be behind {effect}, and what was it in truth',
      'which explanation of {effect} was dropped, and which one stayed',
    ],
    clause: [
      'what {effect} was wrongly blamed on and what really caused it',
      'which theory about {effect} fell and which one holds',
    ],
    np: ['the wrong and the right diagnosis of {effect}', 'the first suspicion about {effect} and the final finding'],
    key: ['{effect} first suspicion and final diagnosis'],
  },
};
