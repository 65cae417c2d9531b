import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { fromBody, PiperError } from '../base/errors.ts';
import { printable } from '../base/printable.ts';
import { reportText } from '../bench/score/reportText.ts';
import { BenchmarkFormat, BenchSetup, StructureLevel, TakenOut } from '../contract/bench.ts';
import { type MethodInput, type MethodResult, methods } from '../contract/methods.ts';
import { ForcedPath } from '../contract/packet.ts';
import { checkOut, writeOut } from './benchOut.ts';
import { followBench } from './followBench.ts';
import type { Registrar } from './main.ts';
import { wholeNumber } from './memoryCommands.ts';
import { renderAblation, renderBenchList, renderComparison, renderGate } from './renderBench.ts';

interface SetupOptions {
  readonly structure?: StructureLevel;
  readonly policy?: string;
}

interface AblateOptions extends SetupOptions {
  readonly expansions?: boolean;
}

interface RunOptions extends SetupOptions {
  readonly paths?: ForcedPath[];
  readonly without?: TakenOut[];
  readonly fusion: boolean;
  readonly seed?: number;
  readonly oracle: boolean;
  readonly out?: string;
}

/** The instrument: run a benchmark, take parts away, compare, and hold a change against the frozen baseline. */
export function benchCommands({ program, action }: Registrar): void {
  const bench = program.command('bench').description('Measure retrieval: run benchmarks and compare the runs.');
  const structure = () =>
    new Option('--structure <level>', 'facts and edges too, or text alone').choices(StructureLevel.options);
  const policy = () => new Option('--policy <policy>', 'today, simplest, or a policy file');

  bench
    .command('run')
    .argument('<benchmark>', 'r4-small, r4-standard, r4-stress, or a folder')
    .description(methods['bench.run'].summary)
    .addOption(structure())
    .addOption(policy())
    .addOption(new Option('--paths <paths...>', 'force these paths on every probe').choices(ForcedPath.options))
    .addOption(new Option('--without <parts...>', 'take these paths or expansions out').choices(TakenOut.options))
    .option('--no-fusion', 'let the first path of each route answer alone')
    .option('--seed <number>', 'make R4 afresh from another seed', wholeNumber)
    .option('--no-oracle', 'do not force every path and combination on every probe')
    .option('--out <file>', 'also write the results there as JSON; the total is at score.total')
    .action(
      action(({ withCaller, show, terminal, progress, paths }, benchmark: string, { out, ...options }: RunOptions) =>
        withCaller(async (caller) => {
          if (out !== undefined) checkOut(resolve(out));
          const status = await caller.call('bench.run', setupOf(benchmark, options));
          const ended = await followBench(caller, status, terminal, progress);
          if (ended.state === 'cancelled') return cancelled(terminal.err);
          const results = await caller.call('bench.results', { runId: finished(ended) });
          if (out !== undefined) writeOut(resolve(out), results, paths);
          show(results, (told) => `${reportText(told)}\nRun ${told.runId}`);
          return 0;
        }),
      ),
    );

  bench
    .command('ablate')
    .argument('<benchmark>', 'r4-small, r4-standard, r4-stress, or a folder')
    .description(methods['bench.ablate'].summary)
    .addOption(structure())
    .addOption(policy())
    .option('--expansions', 'take out each expansion instead of the nine')
    .action(
      action(({ withCaller, show, terminal, progress }, benchmark: string, { expansions, ...options }: AblateOptions) =>
        withCaller(async (caller) => {
          const whole = setupOf(benchmark, options);
          const { structure, policy } = whole;
          const setup = { benchmark: whole.benchmark, structure, policy, ...(expansions ? { expansions } : {}) };
          const status = await caller.call('bench.ablate', setup);
          const ended = await followBench(caller, status, terminal, progress);
          if (ended.state === 'cancelled') return cancelled(terminal.err);
          show(await caller.call('bench.ablation', { runId: finished(ended) }), renderAblation);
          return 0;
        }),
      ),
    );

  bench
    .command('compare')
    .argument('<first>', 'a run or a baseline')
    .argument('<second>', 'a run or a baseline')
    .description(methods['bench.compare'].summary)
    .option('--seed <number>', 'of the bootstrap', wholeNumber)
    .action(
      action(({ tell }, first: string, second: string, options: { seed?: number }) =>
        tell('bench.compare', { first, second, ...options }, renderComparison),
      ),
    );

  bench
    .command('gate')
    .argument('<run>', 'a run')
    .description(
      `${methods['bench.gate'].summary} Ends with 1 where it may not, with 2 where there is no baseline to hold it against.`,
    )
    .option('--baseline <name>', 'a baseline or an earlier run, if not the frozen one of the same setup')
    .action(
      action(({ withCaller, show }, runId: string, options: { baseline?: string }) =>
        withCaller(async (caller) => {
          const report = await caller.call('bench.gate', { runId, ...options });
          show(report, renderGate);
          return report.passed ? 0 : 1;
        }),
      ),
    );

  folderCommands(bench, action);

  bench
    .command('list')
    .description(methods['bench.list'].summary)
    .action(action(({ tell }) => tell('bench.list', {}, renderBenchList)));

  bench
    .command('cancel')
    .argument('<run>', 'a run that is under way')
    .description(methods['bench.cancel'].summary)
    .action(
      action(({ tell }, runId: string) => tell('bench.cancel', { runId }, ({ state }) => `The run is ${state}.`)),
    );
}

/** Commands that make a benchmark folder. */
function folderCommands(bench: Command, action: Registrar['action']): void {
  bench
    .command('import')
    .argument('<source>', 'a folder, or the JSON file of LoCoMo or FactConsolidation')
    .argument('<destination>', 'a new or empty folder')
    .description(methods['bench.import'].summary)
    .addOption(new Option('--format <format>', 'if its files do not tell').choices(BenchmarkFormat.options))
    .option('--limit <number>', 'at most so many probes, taken evenly', wholeNumber)
    .action(
      action(({ tell }, source: string, destination: string, options: Pick<ImportInput, 'format' | 'limit'>) =>
        tell(
          'bench.import',
          { source: resolve(source), destination: resolve(destination), ...options },
          ({ format, leftOut, ...made }) => `Read as ${format}. ${folderMade(made)}${leftOutText(leftOut)}`,
        ),
      ),
    );

  bench
    .command('canary')
    .argument('<destination>', 'a new or empty folder')
    .description(methods['bench.canary'].summary)
    .option('--namespace <name>', 'whose facts are asked for (default: default)')
    .option('--limit <number>', 'at most so many probes', wholeNumber)
    .option('--seed <number>', 'which facts, and in which words', wholeNumber)
    .action(
      action(({ tell }, destination: string, options: Omit<MethodInput<'bench.canary'>, 'destination'>) =>
        tell('bench.canary', { destination: resolve(destination), ...options }, folderMade),
      ),
    );
}

type ImportInput = MethodInput<'bench.import'>;

function folderMade({ folder, objects, probes }: MethodResult<'bench.canary'>): string {
  return printable(`${folder}: ${objects} objects, ${probes} probes.\nRun it: piper-memory bench run ${folder}`);
}

/** One line for each reason. */
function leftOutText(leftOut: MethodResult<'bench.import'>['leftOut']): string {
  const told = Object.entries(leftOut).map(([reason, count]) => `\n  ${count}: ${reason}`);
  return told.length === 0 ? '' : printable(`\nLeft out:${told.join('')}`);
}

/** What is a path here is one for the daemon too, wherever that was started. */
function setupOf(benchmark: string, { policy, ...options }: Omit<RunOptions, 'fusion' | 'oracle' | 'out'>): BenchSetup {
  const file = (name: string) => (existsSync(name) ? resolve(name) : name);
  return BenchSetup.parse({
    ...options,
    benchmark: /^r4-(small|standard|stress)$/.test(benchmark) ? benchmark : resolve(benchmark),
    ...(policy === undefined ? {} : { policy: file(policy) }),
  });
}

function finished({ runId, state, error }: Awaited<ReturnType<typeof followBench>>): string {
  if (state === 'finished') return runId;
  if (error !== null) throw fromBody(error);
  throw new PiperError(
    'internal',
    'The process of the run ended before its end.',
    'Start the same run again: it goes on where it stopped.',
  );
}

function cancelled(tell: (text: string) => void): number {
  tell('Cancelled. The same run goes on from there when it is started again.\n');
  return 130;
}
