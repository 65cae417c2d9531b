import type { Clock } from '../base/clock.ts';
import { PiperError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Job, Warning } from '../contract/status.ts';
import type { Writing } from '../methods/ports.ts';
import { type ModelExtraction, startModelExtraction } from '../policy/modelExtraction.ts';
import type { TraceStore } from '../retrieval/trace.ts';
import { openChatModel } from '../store/chatModel.ts';
import { type Config, type ModelSettings, readConfig } from '../store/config.ts';
import { openEndpoint } from '../store/endpoint.ts';
import type { DataPaths } from '../store/paths.ts';
import type { ReaderPool } from '../threads/readerPool.ts';

export interface ModelReadingParts {
  readonly paths: DataPaths;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly read: ReaderPool['read'];
  readonly append: Writing['append'];
  readonly traces: Pick<TraceStore, 'bump'>;
  readonly head: () => Promise<number>;
  readonly busy: () => boolean;
  onJob(job: Job): void;
}

/** A user's own model that reads along, where one is configured. */
export interface ModelReading {
  wake(): void;
  warnings(): Warning[];
  close(): Promise<void>;
}

export function openModelReading(parts: ModelReadingParts): ModelReading {
  const { config, log } = parts;
  let problem: unknown = null;
  let reader: ModelExtraction | null = null;
  try {
    if (config.model !== null) reader = start(config.model, parts);
  } catch (error) {
    // A setting that cannot be used costs the reading and nothing else.
    problem = error;
    log.error('model.not-configured', error);
  }
  return {
    wake: () => reader?.wake(),
    warnings: () => warningOf(problem ?? reader?.problem()),
    close: async () => reader?.stop(),
  };
}

function start(settings: NonNullable<Config['model']>, parts: ModelReadingParts): ModelExtraction {
  if ('bad' in settings) {
    const remedy = 'Correct config.json and start the daemon again. Everything else works meanwhile.';
    throw new PiperError('invalid-params', `The model in config.json cannot be used: ${settings.bad}.`, remedy);
  }
  const { paths, read, log, traces } = parts;
  const endpoint = openEndpoint(settings, { place: 'model', dir: paths.dir, env: process.env });
  return startModelExtraction({
    model: openChatModel(endpoint, settings),
    unread: { after: (seq) => read.unreadAfter(seq), position: () => read.readPosition() },
    head: parts.head,
    append: parts.append,
    wanted: () => isStill(settings, paths.config),
    busy: parts.busy,
    clock: parts.clock,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    textsPerMinute: settings.maxTextsPerMinute,
    onJob: parts.onJob,
    onRead({ proposed, known, refused }) {
      const counts = { 'model.read': 1, 'model.proposed': proposed, 'model.known': known, 'model.refused': refused };
      for (const [name, count] of Object.entries(counts)) if (count > 0) bump(traces, name, count, log);
    },
    onProblem: (error) => log.error('model.problem', error),
  });
}

/** Turning it off, or pointing it elsewhere, ends it at once, whenever config.json is changed. */
function isStill({ baseUrl, name }: ModelSettings, file: string): boolean {
  try {
    const { model } = readConfig(file);
    return model !== null && !('bad' in model) && model.baseUrl === baseUrl && model.name === name;
  } catch {
    return false;
  }
}

function bump(traces: Pick<TraceStore, 'bump'>, name: string, count: number, log: Log): void {
  try {
    traces.bump(name, count);
  } catch (error) {
    // What was read stays read, counted or not.
    log.error('traces.count-failed', error);
  }
}

function warningOf(problem: unknown): Warning[] {
  if (!(problem instanceof PiperError)) return [];
  return [{ code: problem.code, message: problem.message, remedy: problem.remedy }];
}
