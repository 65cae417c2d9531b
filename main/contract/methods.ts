import { z } from 'zod';
import { BenchmarkFound, benchFolderMethods, benchMethods } from './bench.ts';
import { causeMethods } from './causes.ts';
import { entityMethods } from './entities.ts';
import { episodeMethods } from './episodes.ts';
import { EventType, LedgerEventView, statementEventTypes } from './events.ts';
import { evidenceMethods } from './evidence.ts';
import { factMethods } from './facts.ts';
import { ImportFormat, ImportPreview, ImportStatus } from './imports.ts';
import { ItemId, ItemKind, memoryFields, Namespace, Plain, PrivacyClass, RetentionClass } from './memory.ts';
import { method, Role, Written } from './method.ts';
import { needMethods } from './need.ts';
import { EvidencePacket, ForcedPath, Purpose } from './packet.ts';
import { replayMethods } from './replay.ts';
import { routerMethods } from './router.ts';
import { settingsMethods } from './settings.ts';
import { shadowMethods } from './shadow.ts';
import { LedgerReport, NamespaceCount, Status } from './status.ts';
import { Instant, TimeZone } from './time.ts';
import { Trace, TraceSummary } from './trace.ts';
import { useQuestionMethods } from './useQuestions.ts';

export { Role };

const DeadlineMs = z.number().int().min(1).max(600_000);

const Unredacted = z.boolean().default(false).describe('Operators alone: show secrets as they were stored.');

/** The one definition: RPC dispatch, MCP tools, CLI help, UI types and the documentation derive from this table. */
export const methods = {
  hello: method({
    summary: 'Say who is calling. With the operator token the connection becomes an operator’s.',
    role: 'agent',
    params: z.object({ token: z.string().optional(), client: z.string().max(200).optional() }),
    result: z.object({ role: Role, version: z.string() }),
  }),
  status: method({
    summary: 'What the memory holds, how far each projection and the vectors are, what runs, and what needs attention.',
    role: 'agent',
    params: z.object({}),
    result: Status,
  }),
  'namespaces.list': method({
    summary: 'The namespaces of this store with their item counts, the one written last first.',
    role: 'agent',
    params: z.object({}),
    result: z.object({ namespaces: z.array(NamespaceCount) }),
  }),
  'memory.write': method({
    summary: 'Write one memory. It is durable and searchable by its words when the call returns.',
    role: 'agent',
    params: z
      .object({
        ...memoryFields,
        namespace: Namespace.default('default'),
        eventType: z.enum(statementEventTypes).default('observation'),
        actor: Plain.min(1).max(200).default('agent'),
        sessionId: Plain.max(200).optional(),
        sourceType: Plain.max(100).default('agent'),
        provenance: z.record(z.string(), z.unknown()).optional(),
        parentEventId: Plain.max(200).optional(),
        privacyClass: PrivacyClass.default('internal'),
        retentionClass: RetentionClass.default('keep'),
        idempotencyKey: Plain.min(1).max(500).optional(),
      })
      .refine((object) => Boolean(object.text?.trim() || object.fact || object.edge || object.cause), {
        message: 'must hold words, unless one structured part (fact, edge or cause) is given',
        path: ['text'],
      }),
    result: Written.extend({
      recallPending: z.number().int().describe('Items whose vectors are still being made.'),
    }),
  }),
  'memory.get': method({
    summary: 'One item with the text of its evidence; for a document, the whole source.',
    role: 'agent',
    params: z.object({ itemId: ItemId, namespace: Namespace.default('default'), unredacted: Unredacted }),
    result: z.object({
      itemId: ItemId,
      namespace: Namespace,
      kind: ItemKind,
      text: z.string().nullable(),
      title: z.string().nullable(),
      author: z.string().nullable(),
      thread: z.string().nullable(),
      position: z.number().nullable(),
      caption: z.string().nullable(),
      source: z.string().nullable(),
      occurredAt: Instant,
      validFrom: Instant.nullable(),
      validTo: Instant.nullable(),
      observedAt: Instant,
      recordedAt: Instant,
      knownAt: Instant,
      authority: z.number(),
      confidence: z.number(),
      salience: z.number(),
      status: z.string(),
      supersedes: z.array(ItemId),
      supersededBy: z.array(ItemId),
      privacyClass: PrivacyClass,
      retentionClass: RetentionClass,
      trust: z.string(),
      entities: z.array(z.string()),
      contentHash: z.string(),
      documentId: ItemId.nullable(),
      event: LedgerEventView,
    }),
  }),
  retrieve: method({
    summary:
      'Ask memory. Returns an evidence packet: what was found and why, what was dropped, or that nothing is known.',
    role: 'agent',
    params: z.object({
      query: z.string().trim().min(1).max(8000),
      k: z.number().int().min(1).max(100).default(10),
      paths: z.array(ForcedPath).min(1).optional().describe('Force these paths instead of the router’s choice.'),
      namespaces: z.array(Namespace).min(1).max(100).default(['default']),
      now: Instant.optional().describe('The asker’s present; by default the daemon’s clock.'),
      timeZone: TimeZone.optional().describe('The asker’s zone, for “yesterday”; by default the daemon’s.'),
      knownAt: Instant.optional().describe('Answer as far as was known by then (record time).'),
      includeHistorical: z.boolean().default(false).describe('Also show superseded, expired and retracted items.'),
      budgetMs: DeadlineMs.default(5000).describe(
        'Milliseconds after which paths that have not answered are given up.',
      ),
      tokenBudget: z.number().int().min(100).max(200_000).default(6000),
      purpose: Purpose.default('know').describe('act: something outside is about to be changed by the answer.'),
      quoted: z.boolean().default(false).describe('Also give the packet as text that is safe to show a model.'),
      unredacted: Unredacted,
    }),
    result: EvidencePacket,
  }),
  ...routerMethods,
  ...needMethods,
  ...factMethods,
  ...entityMethods,
  ...causeMethods,
  ...episodeMethods,
  ...evidenceMethods,
  'trace.get': method({
    summary: 'One retrieval session in full: stages, candidates of every path, what was dropped, what was used.',
    role: 'agent',
    params: z.object({ sessionId: z.string() }),
    result: Trace,
  }),
  'trace.list': method({
    summary: 'Past retrieval sessions, newest first.',
    role: 'agent',
    params: z.object({ limit: z.number().int().min(1).max(500).default(50), before: Instant.optional() }),
    result: z.object({ sessions: z.array(TraceSummary) }),
  }),
  ...useQuestionMethods,
  ...replayMethods,
  ...shadowMethods,
  'import.preview': method({
    summary: 'Look at files or folders without writing: format, objects, samples, rows that would be rejected.',
    role: 'operator',
    params: z.object({
      paths: z.array(Plain.min(1)).min(1).max(1000),
      namespace: Namespace.optional(),
      format: ImportFormat.optional(),
    }),
    result: ImportPreview.extend({
      benchmarks: z.array(BenchmarkFound).describe('Paths that are benchmarks, or can become one by bench.import.'),
    }),
  }),
  'import.start': method({
    summary:
      'Import files or folders in the background. Importing the same again adds nothing, so a stopped import is resumed by starting it again.',
    role: 'operator',
    params: z.object({
      paths: z.array(Plain.min(1)).min(1).max(1000),
      namespace: Namespace.optional().describe('Overrides the namespaces that the files name.'),
      format: ImportFormat.optional(),
      dryRun: z.boolean().default(false),
    }),
    result: ImportStatus,
  }),
  'import.status': method({
    summary: 'How far an import is; without an id, all imports since the daemon started, newest first.',
    role: 'operator',
    params: z.object({ importId: z.string().optional() }),
    result: z.object({ imports: z.array(ImportStatus) }),
  }),
  'import.cancel': method({
    summary: 'Stop an import after the batch at hand. What was written stays.',
    role: 'operator',
    params: z.object({ importId: z.string() }),
    result: ImportStatus,
  }),
  ...benchMethods,
  ...benchFolderMethods,
  'ledger.list': method({
    summary: 'Ledger events, newest first, filtered.',
    role: 'operator',
    params: z.object({
      limit: z.number().int().min(1).max(500).default(100),
      beforeSeq: z.number().int().optional(),
      eventTypes: z.array(EventType).optional(),
      namespace: Namespace.optional(),
      actor: z.string().optional(),
      text: z.string().max(500).optional().describe('Only events whose payload contains this text.'),
      from: Instant.optional().describe('recordedAt at or after.'),
      to: Instant.optional().describe('recordedAt before.'),
    }),
    result: z.object({ events: z.array(LedgerEventView), nextBeforeSeq: z.number().int().nullable() }),
  }),
  'ledger.verify': method({
    summary: 'Walk the whole hash chain and every payload; report the first break.',
    role: 'operator',
    params: z.object({}),
    result: LedgerReport,
  }),
  'admin.rebuild': method({
    summary: 'Throw every projection away and make it again from the ledger.',
    role: 'operator',
    params: z.object({ waitForVectors: z.boolean().default(true) }),
    result: z.object({
      events: z.number().int(),
      items: z.number().int(),
      digestBefore: z.string().describe('Over all rows but vectors.'),
      digestAfter: z.string(),
      same: z.boolean(),
      vectorsFromCache: z.number().int(),
      vectorsPending: z.number().int(),
      ms: z.number(),
    }),
  }),
  'admin.backup': method({
    summary: 'Copy the ledger, traces and settings to a new folder while the daemon runs.',
    role: 'operator',
    params: z.object({ destination: Plain.min(1) }),
    result: z.object({ destination: z.string(), files: z.array(z.string()), bytes: z.number(), headSeq: z.number() }),
  }),
  'admin.restore': method({
    summary:
      'Put a backup in the place of this store, after its chain was verified; the present ledger is set aside, not deleted.',
    role: 'operator',
    params: z.object({ source: Plain.min(1) }),
    result: z.object({ events: z.number().int(), headSeq: z.number().int(), setAside: z.string().nullable() }),
  }),
  ...settingsMethods,
  'admin.shutdown': method({
    summary: 'Finish what is at hand and stop the daemon.',
    role: 'operator',
    params: z.object({}),
    result: z.object({ stopping: z.literal(true) }),
  }),
} as const;

export type MethodName = keyof typeof methods;
/** What a caller sends: defaults may be left out. */
export type MethodInput<M extends MethodName> = z.input<(typeof methods)[M]['params']>;
/** What a handler gets: parsed, defaults filled in. */
export type MethodParams<M extends MethodName> = z.output<(typeof methods)[M]['params']>;
export type MethodResult<M extends MethodName> = z.output<(typeof methods)[M]['result']>;

/** Anything that can carry a typed call: socket client, window bridge, or the daemon in the same process. */
export interface Caller {
  call<M extends MethodName>(method: M, params: MethodInput<M>): Promise<MethodResult<M>>;
}
