import { rmSync } from 'node:fs';
import { type Clock, systemClock } from './base/clock.ts';
import { uuidv7 } from './base/ids.ts';
import { type Log, openLog } from './base/log.ts';
import { openTurnstile, type Turnstile } from './base/turnstile.ts';
import { programVersion } from './base/version.ts';
import type { Caller, MethodInput, MethodName, MethodResult } from './contract/methods.ts';
import type { NotificationName } from './contract/notifications.ts';
import { backup, bringBackup, checkBackup, dropBackup, putBackup } from './engine/administration.ts';
import { type BenchRuns, openBenchRuns } from './engine/benchRuns.ts';
import { type Canaries, openCanaries } from './engine/canaries.ts';
import { convertAside } from './engine/convertAside.ts';
import { type Engine, openEngine } from './engine/engine.ts';
import { statusOf } from './engine/status.ts';
import { type SocketHost, startSocketHost } from './hosts/socket.ts';
import { adminHandlers } from './methods/admin.ts';
import { benchHandlers } from './methods/bench.ts';
import { causeHandlers } from './methods/causes.ts';
import { createDispatch } from './methods/dispatch.ts';
import { entityHandlers } from './methods/entities.ts';
import { episodeHandlers } from './methods/episodes.ts';
import { factHandlers } from './methods/facts.ts';
import { helloHandler } from './methods/hello.ts';
import { importHandlers } from './methods/imports.ts';
import { ledgerHandlers } from './methods/ledger.ts';
import { memoryHandlers } from './methods/memory.ts';
import { needHandlers } from './methods/need.ts';
import type { Administering, Call, CallContext, Handlers, Observing } from './methods/ports.ts';
import { redacting } from './methods/redacting.ts';
import { replayHandlers } from './methods/replay.ts';
import { retrieveMethods } from './methods/retrieve.ts';
import { shadowHandlers } from './methods/shadow.ts';
import { statusHandlers } from './methods/status.ts';
import { readConfig } from './store/config.ts';
import { acquireLock } from './store/lock.ts';
import { type DataPaths, dataPaths } from './store/paths.ts';
import { ensureTokens } from './store/tokens.ts';

export interface DaemonOptions {
  /** The data directory; made if it is not there. */
  readonly dir: string;
  readonly clock?: Clock;
}

/** The memory of one data directory, served. */
export interface Daemon {
  readonly paths: DataPaths;
  readonly log: Log;
  /** A call as it comes off a wire. */
  readonly call: Call;
  /** A typed call, as an operator in this process. */
  readonly caller: Caller;
  onNotification(listener: (name: NotificationName, params: unknown) => void): () => void;
  /** Resolves when the daemon has stopped, whoever stopped it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * The composition root: takes the directory for this process alone, opens the engine over it, and serves it on the
 * socket. Throws PiperError `store-locked` where another daemon is.
 */
export async function startDaemon({ dir, clock = systemClock }: DaemonOptions): Promise<Daemon> {
  const paths = dataPaths(dir);
  const lock = acquireLock(paths);
  const log = openLog(paths.log);
  const listeners = new Set<(name: NotificationName, params: unknown) => void>();
  const notify = (name: NotificationName, params: unknown) => {
    for (const listener of listeners) listener(name, params);
  };
  const open = () =>
    openEngine({
      paths,
      config: readConfig(paths.config),
      clock,
      ids: uuidv7(clock),
      log,
      onJob: (job) => notify('progress', job),
      onImport: (status) => notify('import.progress', status),
    });
  let undo = async () => {};
  try {
    const tokens = ensureTokens(paths);
    rmSync(paths.uploads, { recursive: true, force: true });
    let engine = await open();
    undo = () => engine.close();
    const benching = openBenchRuns({
      paths,
      clock,
      ids: uuidv7(clock),
      log,
      onProgress: (status) => notify('bench.progress', status),
      count: (name, n) => engine.traces.bump(name, n),
    });
    let socket: SocketHost | null = null;
    let ended = () => {};
    const closed = new Promise<void>((resolve) => {
      ended = resolve;
    });

    const observing: Observing = {
      status: () => statusOf({ engine, paths, clock, startedAt, clients: socket?.clients ?? 0 }),
      recallPending: () => engine.vectors.pending(),
    };
    // A restore puts another engine in the place of this one: nobody may be at work in it meanwhile.
    const atWork = openTurnstile();
    let restoring: Promise<unknown> = Promise.resolve();
    const administering: Administering = {
      verify: () => engine.writer.remote.verify(false),
      rebuild: (params) => engine.rebuilds.run(params),
      backup: ({ destination }) => backup(engine, paths, destination),
      restore({ source }) {
        const restored = atWork.alone(() => restore(source));
        restoring = restored.catch(() => {});
        return restored;
      },
      shutdown: () => void setImmediate(close),
    };
    async function restore(source: string) {
      const checked = checkBackup(source, clock);
      bringBackup(source, paths);
      await engine.close();
      try {
        return { ...checked, setAside: putBackup(paths, clock.now()) };
      } finally {
        dropBackup(paths);
        engine = await reopened();
      }
    }
    /** Without an engine there is nothing to serve: who starts the daemon again is told why. */
    async function reopened(): Promise<Engine> {
      try {
        return await open();
      } catch (error) {
        log.error('daemon.restore-failed', error);
        setImmediate(close);
        throw error;
      }
    }
    const caller = callerOver((...args) => call(...args));
    const canaries = openCanaries(paths.dir, caller, benching);
    const handlers = handlersOf(() => engine, { observing, administering, benching, canaries, clock, tokens });
    const call = createDispatch(passing(handlers, atWork), { log });
    const startedAt = clock.now();
    // A memory is served, whatever has become of its copies.
    await canaries.dropErased().catch((error: unknown) => log.error('canaries.not-dropped', error));
    socket = await startSocketHost({ path: paths.socket, call, onNotification: subscribe, log });
    log.info('daemon.started', {
      version: programVersion,
      seq: (await engine.writer.remote.standing()).head.seq,
    });

    let closing: Promise<void> | null = null;
    function close(): Promise<void> {
      closing ??= (async () => {
        await socket?.close();
        await Promise.all([restoring, benching.close()]);
        await engine.close();
        log.info('daemon.stopped');
        log.close();
        lock.release();
        ended();
      })();
      return closing;
    }
    function subscribe(listener: (name: NotificationName, params: unknown) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    }
    return { paths, log, call, caller, onNotification: subscribe, closed, close };
  } catch (error) {
    log.error('daemon.start-failed', error);
    await undo();
    log.close();
    lock.release();
    throw error;
  }
}

interface HandlerParts {
  readonly observing: Observing;
  readonly administering: Administering;
  readonly benching: BenchRuns;
  readonly canaries: Canaries;
  readonly clock: Clock;
  readonly tokens: ReturnType<typeof ensureTokens>;
}

function handlersOf(engine: () => Engine, parts: HandlerParts): Handlers {
  const { observing, administering, benching, canaries, clock, tokens } = parts;
  const writing = { append: (...args: Parameters<Engine['writing']['append']>) => engine().writing.append(...args) };
  const present = <
    K extends 'reading' | 'imports' | 'traces' | 'pipeline' | 'proposing' | 'settings' | 'shadowing' | 'replaying',
  >(
    key: K,
  ): Engine[K] => new Proxy({} as Engine[K], { get: (_, name) => Reflect.get(engine()[key], name) as unknown });
  const reading = present('reading');
  const settings = present('settings');
  const pipeline = present('pipeline');
  const count = (name: string) => engine().traces.bump(name);
  const needs = { reading, pipeline, clock, count, autoRecall: () => settings.live().autoRecall };
  const handlers: Handlers = {
    hello: helloHandler(tokens, programVersion),
    ...statusHandlers(observing, reading),
    ...memoryHandlers({ writing, reading, observing, clock, echoes: (...text) => engine().traces.echoes(...text) }),
    ...needHandlers({ ...needs, volatility: engine().pipelineParts.handover.volatility }),
    ...retrieveMethods({ pipeline, traces: present('traces'), writing, matching: reading }),
    ...replayHandlers({ replaying: present('replaying'), traces: present('traces') }),
    ...shadowHandlers({
      shadowing: present('shadowing'),
      traces: present('traces'),
      redactSecrets: () => settings.live().redactSecrets,
    }),
    ...episodeHandlers({ writing, reading, proposing: present('proposing'), clock }),
    ...causeHandlers({ writing, reading }),
    ...entityHandlers({ writing, reading, clock }),
    ...factHandlers({ writing, reading, clock }),
    ...importHandlers(present('imports')),
    ...benchHandlers(benching, { convert: convertAside, makeCanary: canaries.make }),
    ...ledgerHandlers(reading, administering),
    ...adminHandlers(administering, settings),
  };
  return redacting(handlers, { count, redactSecrets: () => settings.live().redactSecrets });
}

/**
 * Every method but these works in the engine, and waits at the turnstile while a restore replaces it. A canary waits with
 * each call that it makes: once through, it would keep out the restore that its next call waits for.
 */
const outside: ReadonlySet<string> = new Set<MethodName>([
  'hello',
  'bench.import',
  'bench.canary',
  'admin.restore',
  'admin.shutdown',
]);

function passing(handlers: Handlers, atWork: Turnstile): Handlers {
  const waiting = Object.entries(handlers).map(([name, handler]) => {
    const handle = handler as (params: unknown, context: CallContext) => unknown;
    const pass = (params: unknown, context: CallContext) => atWork.pass(async () => handle(params, context));
    return [name, outside.has(name) ? handle : pass] as const;
  });
  // The names tie each handler to its type; a table made by name cannot show that to the compiler.
  return Object.fromEntries(waiting) as unknown as Handlers;
}

function callerOver(call: Call): Caller {
  const { signal } = new AbortController();
  return {
    // The contract ties the result to the method; the one door takes any name.
    call: async <M extends MethodName>(method: M, params: MethodInput<M>) =>
      (await call(method, params, { role: 'operator', client: 'in-process', signal })) as MethodResult<M>,
  };
}
