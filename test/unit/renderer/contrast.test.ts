import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../../renderer/app.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');

function coloursOf(text: string): Map<string, string> {
  return new Map([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]));
}

/** WCAG 2.2, contrast ratio: (L1 + 0.05) / (L2 + 0.05) of the relative luminances. */
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const paths = ['search', 'recall', 'associate', 'graph', 'causal', 'temporal', 'fused'];
const hues = ['accent', ...paths, 'found', 'weak', 'none', 'failed'];
/** Which text stands on which ground somewhere in the window. */
const pairs: readonly (readonly [text: string, ground: string])[] = [
  ...['ink', 'ink-soft', 'ink-faint'].flatMap((text) =>
    ['paper', 'surface', 'sunken'].map((ground) => [text, ground] as const),
  ),
  ...hues.map((hue) => [hue, 'surface'] as const),
  ...hues.map((hue) => [hue, `${hue}-wash`] as const),
  ...hues.flatMap((hue) => ['ink', 'ink-soft'].map((text) => [text, `${hue}-wash`] as const)),
  ...paths.map((path) => ['surface', path] as const),
  ['accent-ink', 'accent'],
  ['mark-ink', 'mark'],
];

describe.each([
  ['light', coloursOf(light)],
  ['dark', coloursOf(dark)],
])('the %s colours', (_scheme, colours) => {
  test.each(pairs)('%s can be read on %s (WCAG AA, 4.5)', (text, ground) => {
    const [a, b] = [colours.get(text), colours.get(ground)];
    if (a === undefined || b === undefined) throw new Error(`--${text} or --${ground} is missing`);
    expect(contrast(a, b)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['line-strong', 'focus', ...[0, 1, 2, 3, 4, 5, 6, 7].map((value) => `value-${value}`)])(
    '%s can be told from every ground (3)',
    (line) => {
      for (const ground of ['paper', 'surface']) {
        expect(contrast(colours.get(line) ?? '#000000', colours.get(ground) ?? '#000000')).toBeGreaterThanOrEqual(3);
      }
    },
  );
});
