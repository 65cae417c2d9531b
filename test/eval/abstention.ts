import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvidencePacket } from '../../main/contract/packet.ts';
import { type Daemon, startDaemon } from '../../main/daemon.ts';
import { answerableQuestions, homeFacts, homeFactsSince, homeMemory, offTopicQuestions } from '../cases/absence.ts';
import { attributionQuestions, officeMemory, type Remembered } from '../cases/attribution.ts';
import { clubAnswered, clubNotes, clubOffTopic } from '../cases/club.ts';
import { vectorsMade } from './engine.ts';
import { areaUnderCurve } from './locomoAbstention.ts';

interface Case {
  readonly query: string;
  readonly answerable: boolean;
}
interface CaseSet {
  readonly name: string;
  readonly cases: readonly Case[];
  /** The share of them that has to be right. */
  readonly wanted: number;
}

const plain = (text: string): Remembered => ({
  ...{ author: null, title: '', thread: null, occurredAt: '2025-01-01T08:00:00Z', text },
});
const labelled = (answered: readonly string[], offTopic: readonly string[]): Case[] => [
  ...answered.map((query) => ({ query, answerable: true })),
  ...offTopic.map((query) => ({ query, answerable: false })),
];

/** The club is what thresholds were measured on; the others were written before anything was tuned. */
const sets: Readonly<Record<string, CaseSet>> = {
  club: { name: 'off-topic, tuned on', cases: labelled(clubAnswered, clubOffTopic), wanted: 0.9 },
  home: { name: 'off-topic', cases: labelled(answerableQuestions, offTopicQuestions), wanted: 0.95 },
  office: { name: 'attribution', cases: attributionQuestions, wanted: 0.9 },
};
const memories = { club: clubNotes.map(plain), home: homeMemory, office: officeMemory } as const;

/**
 * Whether what is known is found and what is not known is not: questions of our own to the notes of a club, the mixed memory
 * of a house, and the mail, tickets and minutes of an office. Needs no outside data.
 */
export async function evaluateAbstention(_: string, { json }: { readonly json: boolean }): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'piper-abstention-'));
  const daemon = await startDaemon({ dir });
  try {
    for (const [namespace, memory] of Object.entries(memories)) await write(daemon, namespace, memory);
    for (const fact of homeFacts) {
      await daemon.caller.call('facts.assert', { namespace: 'home', ...fact, validFrom: homeFactsSince });
    }
    await vectorsMade(daemon);
    const reports = [];
    for (const [namespace, set] of Object.entries(sets)) reports.push(await judge(daemon, namespace, set));
    if (json) console.log(JSON.stringify({ set: 'abstention', reports }, null, 2));
    else for (const report of reports) print(report);
    return reports.every(({ passed }) => passed);
  } finally {
    await daemon.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function write(daemon: Daemon, namespace: string, memory: readonly Remembered[]): Promise<void> {
  for (const { author, title, thread, occurredAt, text } of memory) {
    const named = { ...(author && { author }), ...(title && { title }), ...(thread && { thread }) };
    await daemon.caller.call('memory.write', { namespace, text, occurredAt, ...named });
  }
}

async function judge(daemon: Daemon, namespace: string, { name, cases, wanted }: CaseSet) {
  const asked: (Case & Pick<EvidencePacket, 'status' | 'confidence' | 'reason'>)[] = [];
  for (const one of cases) {
    const request = { query: one.query, namespaces: [namespace], budgetMs: 60_000, now: '2025-04-01T09:00:00Z' };
    const { status, confidence, reason } = await daemon.caller.call('retrieve', request);
    asked.push({ ...one, status, confidence, reason });
  }
  const [yes, no] = [asked.filter(({ answerable }) => answerable), asked.filter(({ answerable }) => !answerable)];
  const right = [
    ...yes.filter(({ status }) => status === 'found' || status === 'weak'),
    ...no.filter(({ status }) => status !== 'found'),
  ];
  return {
    ...{ namespace, name, asked: asked.length },
    right: right.length / asked.length,
    none: no.filter(({ status }) => status === 'none').length / no.length,
    auc: areaUnderCurve(
      yes.map(({ confidence }) => confidence),
      no.map(({ confidence }) => confidence),
    ),
    wrong: asked.filter((one) => !right.includes(one)),
    passed: right.length >= wanted * asked.length,
  };
}

function print({ name, namespace, asked, right, none, auc, wrong, passed }: Awaited<ReturnType<typeof judge>>): void {
  console.log(
    `${name} (${namespace}, ${asked}): right ${right.toFixed(3)}, of the unanswerable none ${none.toFixed(3)}, AUC ${auc.toFixed(3)}, ${passed ? 'passed' : 'NOT passed'}`,
  );
  for (const { query, status, reason } of wrong) console.log(`  ${status} (${reason}): ${query}`);
}
