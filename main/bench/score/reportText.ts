import type { BenchResults, R4Score } from '../../contract/bench.ts';
import { RetrievalPath } from '../../contract/packet.ts';
import { diagnose } from './diagnosis.ts';

/** A run as plain text for a terminal or a README: parts, families, routes, what is measured beside, failures. */
export function reportText(results: BenchResults): string {
  const { benchmark, setup, score, routes, figures, probes } = results;
  const diagnosis = diagnose(results);
  const sections = [
    `${benchmark.name}, ${setup.structure}: ${benchmark.probes} probes over ${benchmark.objects} objects, policy ${setup.policy}`,
    `R4 ${score.total.toFixed(1)} of 100`,
    partsTable(score),
    familiesTable(score.families),
    ...(Object.keys(routes).length === 0 ? [] : [routesTable(score, routes)]),
    figuresText(score, figures),
    failuresTable(probes),
    ...(diagnosis === null ? [] : [diagnosis.text]),
  ];
  return `${sections.join('\n\n')}\n`;
}

const partNames: Readonly<Record<keyof R4Score['parts'], string>> = {
  candidateRecall: 'candidate recall',
  ranking: 'ranking',
  route: 'route selection',
  temporal: 'temporal',
  support: 'support completeness',
  negative: 'negative precision',
  provenance: 'provenance',
};

function partsTable({ parts }: R4Score): string {
  const rows = Object.entries(parts).map(([key, { points, of, value }]) => {
    const name = partNames[key as keyof R4Score['parts']];
    return of === 0 ? [name, '–', 'no probe measures it', ''] : [name, points.toFixed(1), `of ${of}`, value.toFixed(3)];
  });
  return table([['part', 'points', '', 'value'], ...rows]);
}

const familyNames: Readonly<Record<keyof R4Score['families'], string>> = {
  A: 'lexical',
  B: 'semantic',
  C: 'association',
  D: 'graph',
  E: 'causal',
  F: 'temporal',
  G: 'fused',
  H: 'no answer',
};

function familiesTable(families: R4Score['families']): string {
  const rows = Object.entries(families).map(([key, { probes, recallAt5, ndcgAt5, mrr, regret }]) => [
    `${key} ${familyNames[key as keyof R4Score['families']]}`,
    String(probes),
    recallAt5.toFixed(3),
    ...(key === 'H' ? ['–', '–'] : [ndcgAt5.toFixed(3), mrr.toFixed(3)]),
    regret?.toFixed(3) ?? '–',
  ]);
  return table([['family', 'probes', 'recall@5', 'nDCG@5', 'MRR', 'regret'], ...rows]);
}

/** Routed beside the oracle, all together, every single path and the best pair: total, and nDCG@5 by family. */
function routesTable(score: R4Score, routes: BenchResults['routes']): string {
  const families = Object.keys(score.families) as (keyof R4Score['families'])[];
  const [pair] = Object.keys(routes)
    .filter((name) => name.includes('+'))
    .sort((a, b) => (routes[b]?.total ?? 0) - (routes[a]?.total ?? 0));
  const names = ['oracle', 'all', ...(pair === undefined ? [] : [pair]), ...RetrievalPath.options];
  const row = (name: string, one: Pick<R4Score, 'total' | 'families'>) => [
    name,
    one.total.toFixed(1),
    ...families.map((family) => one.families[family]?.ndcgAt5.toFixed(2) ?? '–'),
  ];
  const rows = names.flatMap((name) => (routes[name] === undefined ? [] : [row(name, routes[name])]));
  return table([['route', 'total', ...families], row('routed', score), ...rows]);
}

function figuresText(score: R4Score, figures: BenchResults['figures']): string {
  const { pathsPerProbe, fullFusionShare, latencyMs, calibration, bySealed } = figures;
  const total = latencyMs.total;
  const widest = calibration.at(-1);
  const lines = [
    ['stale errors', percent(score.staleErrorRate)],
    ['as-of accuracy', percent(score.asOfAccuracy)],
    ['false positives', percent(score.falsePositives)],
    ['paths per probe', pathsPerProbe.toFixed(2)],
    ['all six paths', `${percent(fullFusionShare)} of the probes`],
    ['latency', total === undefined ? '–' : `p50 ${total.p50.toFixed(1)} ms, p95 ${total.p95.toFixed(1)} ms`],
    ['risk', widest === undefined ? '–' : `${percent(widest.risk)} at ${percent(widest.coverage)} answered`],
    ['mean quality', `open phrasings ${decimal(bySealed.open)}, sealed ${decimal(bySealed.sealed)}`],
  ];
  return table(lines);
}

/** How many probes failed in which stage. */
function failuresTable(probes: BenchResults['probes']): string {
  const failures = probes.flatMap(({ failure }) => failure ?? []);
  const counts = [...Map.groupBy(failures, ({ code }) => code)].sort(([a], [b]) => a.localeCompare(b));
  const rows = counts.map(([code, those]) => [code, String(those.length), stageNames[code] ?? '']);
  return table([['failures', `${failures.length} of ${probes.length}`, ''], ...rows]);
}

const stageNames: Readonly<Record<string, string>> = {
  W0: 'never stored',
  W1: 'stored, its structure not built',
  R0: 'not looked for',
  R1: 'looked for on the wrong path',
  R2: 'not among the candidates',
  R3: 'outranked, or left out',
};

function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}

function decimal(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

/** Rows in columns; a column of numbers below its head stands to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const columns = (rows[0] ?? []).map((_, at) => {
    const cells = rows.map((row) => row[at] ?? '');
    const width = Math.max(...cells.map(({ length }) => length));
    return { width, isNumeric: cells.slice(1).every((cell) => /^[\d.,+–−-]*$/.test(cell)) };
  });
  const line = (row: readonly string[]) =>
    columns.map(({ width, isNumeric }, at) => (isNumeric ? row[at]?.padStart(width) : row[at]?.padEnd(width)) ?? '');
  return rows.map((row) => line(row).join('  ').trimEnd()).join('\n');
}
