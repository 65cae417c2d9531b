import { tellings } from './telling.ts';

/** {Effect}, {effect}, {cause}, {root}, {sequel}, {wrong}, {beside} are clauses; {c} is the component. */
export const causeTellings = {
  cause: tellings([
    'report| Post-mortem. {effectCap}. Reason established by replaying the day: {cause}. Fix is in place and watched.',
    'note| Found it, at last. It was because {cause} that {effect}. Took {n} and me two evenings.',
    'ticket| Root cause: {cause}. That is why {effect}. Closing after a week of calm.',
    'chat| ok so {effect} because {cause}. not our proudest hour',
    'mail| Dear all, you asked why {effect}. The answer is that {cause}. We are sorry for the trouble.',
    'minutes| {n} presents the analysis: {cause}, and therefore {effect}. Accepted without questions.',
    'note| Looked at the traces with {n}. {causeCap}; as a result {effect}. Reproduced twice.',
    'ticket| Analysis done. {causeCap}, which is why {effect}. Nothing left to do here.',
    'report| What happened: {effect}. What made it happen: {cause}.',
    'chat| mystery solved: {cause}, hence {effect}',
  ]),
  root: tellings([
    'note| Went one step further back with {c}. {rootCap}, and that is how it came about that {cause}.',
    'report| Contributing factor for {c}: {root}. Because of this {cause}.',
    'minutes| Five whys, {c}. {causeCap} because {root}.',
    'chat| and the reason behind the reason on {c}: {root}, so {cause}',
    'ticket| Follow-up for {c}. Why was it that {cause}? Because {root}.',
  ]),
  sequel: tellings([
    'mail| The consequences were not small. Since {effect}, {sequel}.',
    'report| Business impact: {effect}, which led to the following: {sequel}.',
    'note| {sequelCap}, all because {effect}.',
    'chat| result of the {c} mess: {effect}, so {sequel}',
    'ticket| Damage assessment. {effectCap}, and therefore {sequel}.',
  ]),
  wrong: tellings([
    'chat| first guess: {effect} because {wrong}',
    'note| Preliminary: {effect}, presumably because {wrong}. Not confirmed.',
    'ticket| Working theory is that {wrong}, hence {effect}. Assigned to {n}.',
    'mail| Our current understanding is that {wrong} and that this is why {effect}. More tomorrow.',
    'minutes| {c}: the suspicion is that {wrong}, and that for this reason {effect}. To be confirmed.',
  ]),
  overturned: tellings([
    'note| The first explanation does not hold. It was not so that {wrong}; we checked the graphs, and {effect} all the same on the other site.',
    'ticket| Theory withdrawn. {wrongCap}? No: disproved by {n} with a second machine. Still open why {effect}.',
    'report| Correction to the preliminary statement on {c}: that {wrong} has been ruled out as the reason.',
    'mail| Please forget my earlier theory about {c}. We checked again and it is not the case that {wrong}.',
  ]),
  seen: tellings([
    'log| {c}[{pid}]: ALERT {minutes} consecutive failures, paging on-call',
    'ticket| Reported by the front desk: {effect}. Started around {time}. Priority high.',
    'chat| hm, {effect}. anyone looking?',
    'mail| We have been told that {effect}. {n} is on it; updates every hour.',
    'note| On call. {effectCap}, from about {time} to early evening. {minutes} alerts, no clue yet.',
  ]),
  beside: tellings([
    'note| Same evening as the trouble with {c}: {beside}. Coincidence, as far as anybody can tell.',
    'chat| btw {beside}, right when {c} had its moment',
    'mail| For the chronology of {c}: {beside}. It was looked at and put aside.',
    'report| Timeline for {c}, additional entry: {beside}.',
  ]),
} as const;
