/** Deeper than this no tool is called; a shape that refers to itself cannot come over a wire. */
const deepest = 50;

/** The words and figures of a tool call, each on a line of its own: what it was called with, without the names of fields. */
export function actionText({
  tool,
  arguments: given,
}: {
  readonly tool: string;
  readonly arguments?: unknown;
}): string {
  return [tool, ...leavesOf(given, 0)].join('\n');
}

function leavesOf(value: unknown, depth: number): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.values(value).flatMap((inner) => leavesOf(inner, depth + 1));
}
