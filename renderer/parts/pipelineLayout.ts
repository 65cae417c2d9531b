import { scaleLinear } from 'd3';
import type { EvidencePacket, RetrievalPath, StageName, Trace, TraceStage } from '../../main/contract/index.ts';

export interface StageBox {
  readonly stage: TraceStage;
  /** The box in the row of equal boxes. */
  readonly x: number;
  readonly width: number;
  /** The same stage on the time axis. */
  readonly from: number;
  readonly to: number;
}

export interface PathLane {
  readonly run: EvidencePacket['steps'][number];
  readonly startMs: number;
  readonly from: number;
  readonly to: number;
  readonly labelAt: number;
  readonly labelAnchor: 'start' | 'end';
}

export interface PipelineLayout {
  readonly totalMs: number;
  readonly boxes: readonly StageBox[];
  readonly lanes: readonly PathLane[];
  readonly ticks: readonly { readonly x: number; readonly ms: number }[];
}

const order: readonly StageName[] = [
  'need_detected',
  'route_selected',
  'query_generated',
  'candidates_retrieved',
  'fused',
  'temporal_filter',
  'authority_filter',
  'evidence_selected',
  'context_inserted',
];

/** The stages of a trace; without one, those of the packet laid end to end, which is how they ran but for pauses. */
export function stagesOf(packet: EvidencePacket, trace: Trace | null): readonly TraceStage[] {
  if (trace !== null && trace.stages.length > 0) return trace.stages;
  let startMs = 0;
  return order.flatMap((stage) => {
    const latencyMs = packet.latencyMs[stage];
    if (latencyMs === undefined) return [];
    const row = { stage, startMs, latencyMs, in: null, out: null, detail: {} };
    startMs += latencyMs;
    return [row];
  });
}

/**
 * Places the stages twice: as boxes of equal width in order, so that the shortest can be read, and as bars on one time
 * axis, so that the longest is seen. Paths get a lane each from the start of the retrieval that ran them: a path's n-th
 * run belongs to the n-th retrieval.
 */
export function pipelineLayout(
  stages: readonly TraceStage[],
  runs: EvidencePacket['steps'],
  totalMs: number,
  width: number,
): PipelineLayout {
  const end = Math.max(totalMs, ...stages.map((stage) => stage.startMs + stage.latencyMs), 0.001);
  const time = scaleLinear([0, end], [1, width - 1]);
  const gap = 14;
  const boxWidth = Math.max((width - gap * (stages.length - 1)) / Math.max(stages.length, 1), 1);
  const retrievals = stages.filter((stage) => stage.stage === 'candidates_retrieved');
  const seen = new Map<RetrievalPath, number>();
  return {
    totalMs: end,
    boxes: stages.map((stage, index) => {
      const from = time(stage.startMs);
      return {
        stage,
        x: index * (boxWidth + gap),
        width: boxWidth,
        from,
        to: Math.max(time(stage.startMs + stage.latencyMs), from + 1.5),
      };
    }),
    lanes: runs.map((run) => {
      const round = seen.get(run.path) ?? 0;
      seen.set(run.path, round + 1);
      const startMs = retrievals[Math.min(round, retrievals.length - 1)]?.startMs ?? 0;
      const from = time(startMs);
      const to = Math.max(Math.min(time(startMs + run.latencyMs), width - 1), from + 1.5);
      const right = to < width * 0.6;
      const inside = !right && to - from > 260;
      return {
        run,
        startMs,
        from,
        to,
        labelAt: right ? to + 8 : inside ? to - 8 : from - 8,
        labelAnchor: right ? 'start' : 'end',
      };
    }),
    ticks: time.ticks(Math.max(2, Math.floor(width / 110))).map((ms) => ({ x: time(ms), ms })),
  };
}
