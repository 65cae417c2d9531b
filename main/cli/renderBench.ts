import { printable } from '../base/printable.ts';
import { table } from '../bench/score/reportText.ts';
import { ablationWords } from '../contract/ablationWords.ts';
import type {
  BenchAblation,
  BenchComparison,
  BenchRun,
  BenchRunSummary,
  BenchSetup,
  BenchStatus,
  GateReport,
} from '../contract/bench.ts';
import type { MethodResult } from '../contract/methods.ts';

const stages = {
  starting: 'starting',
  loading: 'loading the corpus',
  vectors: 'making vectors',
  asking: 'asking',
  scoring: 'scoring',
  done: 'done',
} as const satisfies Record<BenchStatus['stage'], string>;

/** One line while a run is under way. */
export function benchLine({ label, stage, done, total, etaMs }: BenchStatus): string {
  const share = total === 0 ? '' : ` ${Math.floor((100 * done) / total)} %`;
  const left = etaMs === null ? '' : `, about ${Math.ceil(etaMs / 1000)} s left`;
  return printable(`${label}: ${stages[stage]}${share}${left}`);
}

export function renderBenchList({ benchmarks, baselines, runs, warnings }: MethodResult<'bench.list'>): string {
  return printable(
    [
      table([
        ['benchmark', 'objects', 'probes'],
        ...benchmarks.map(({ id, objects, probes }) => [id, String(objects), String(probes)]),
      ]),
      '',
      runsTable(
        'baseline',
        baselines.map((baseline) => ({ ...baseline, state: 'finished', ablate: false })),
      ),
      '',
      runsTable('run', runs),
      ...warnings.flatMap(({ message, remedy }) => ['', `${message} ${remedy}`]),
    ].join('\n'),
  );
}

function runsTable(title: string, runs: readonly BenchRun[]): string {
  return table([
    [title, 'benchmark', 'policy', 'engine', 'state', 'R4', 'oracle', 'started', 'commit'],
    ...runs.map((run) => [
      run.runId,
      `${run.name}, ${run.setup.structure}`,
      run.setup.policy,
      engineOf(run.setup, run.ablate),
      run.state,
      told(run.total),
      oracleOf(run),
      run.startedAt,
      (run.commit ?? '').slice(0, 12),
    ]),
  ]);
}

/** What of the engine was asked, where that is not the whole. */
function engineOf({ paths = [], without, fusion }: BenchSetup, ablate: boolean): string {
  const parts = [
    ...(paths.length === 0 ? [] : [`paths ${paths.join(' ')}`]),
    ...(without.length === 0 ? [] : [`without ${without.join(' ')}`]),
    ...(fusion ? [] : ['no fusion']),
    ...(ablate ? ['ablations'] : []),
  ];
  return parts.length === 0 ? 'whole' : parts.join(', ');
}

/** Whether there are figures of an oracle. */
function oracleOf({ setup, finishedAt }: BenchRunSummary): string {
  if (finishedAt === null) return '–';
  return setup.oracle ? 'yes' : 'no';
}

type Interval = BenchComparison['total'];

export function renderComparison({ first, second, total, parts, families, routes, probes }: BenchComparison): string {
  const changed = probes.filter((probe) => probe.first !== probe.second);
  const worst = changed.slice(0, 10);
  const best = changed
    .toReversed()
    .filter((probe) => probe.second > probe.first)
    .slice(0, 10);
  const probeRow = ({ id, query, ...quality }: (typeof probes)[number]) =>
    `  ${id}  ${quality.first.toFixed(2)} → ${quality.second.toFixed(2)}  ${query.slice(0, 100)}`;
  return printable(
    [
      `${first.runId} → ${second.runId}: R4 ${told(first.total)} → ${told(second.total)}`,
      '',
      table([
        ['difference', 'mean', 'low', 'high'],
        intervalRow('total', total, 1),
        ...Object.entries(parts).map(([name, interval]) => intervalRow(name, interval, 1)),
        ...Object.entries(families).map(([name, interval]) => intervalRow(`family ${name}`, interval, 100)),
      ]),
      '',
      table([['route', 'difference'], ...Object.entries(routes).map(([name, value]) => [name, signed(value)])]),
      '',
      `${changed.length} of ${probes.length} probes changed.`,
      ...(worst.length === 0 ? [] : ['Worst:', ...worst.map(probeRow)]),
      ...(best.length === 0 ? [] : ['Best:', ...best.map(probeRow)]),
    ].join('\n'),
  );
}

export function renderAblation({ benchmark, total, verdicts }: BenchAblation): string {
  return printable(
    [
      `${benchmark}: the whole engine scores ${total.toFixed(1)}.`,
      '',
      table([
        ['ablation', 'total', 'loss', 'low', 'high', 'verdict'],
        ...verdicts.map((one) => [
          one.name,
          one.total.toFixed(1),
          one.loss.mean.toFixed(1),
          one.loss.low.toFixed(1),
          one.loss.high.toFixed(1),
          ablationWords(one),
        ]),
      ]),
    ].join('\n'),
  );
}

export function renderGate({ passed, baseline, checks }: GateReport): string {
  return [
    table([
      ['check', 'allowed', 'before', 'after', ''],
      ...checks.map(({ name, allowed, before, after, passed: good }) => [
        name,
        allowed,
        before.toFixed(1),
        after.toFixed(1),
        good ? 'passed' : 'FAILED',
      ]),
    ]),
    '',
    passed ? `The gate of ${baseline} is passed.` : `THE GATE OF ${baseline} IS NOT PASSED.`,
  ].join('\n');
}

function intervalRow(name: string, { mean, low, high }: Interval, scale: number): string[] {
  return [name, ...[mean, low, high].map((value) => signed(scale * value))];
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}

function told(total: number | null): string {
  return total === null ? '–' : total.toFixed(1);
}
