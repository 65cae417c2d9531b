import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { PiperError } from '../../../main/base/errors.ts';
import { type Calibration, calibrated, chanceOf } from '../../../main/retrieval/calibration.ts';
import type { Verdict } from '../../../main/retrieval/evidence.ts';
import { readPolicy } from '../../../main/retrieval/policy.ts';
import { resourcePath } from '../../../main/store/resources.ts';

const calibration: Calibration = {
  version: 'test',
  recipe: { script: 'none', from: 'nowhere', questions: 1, checked: 'never' },
  embedder: 'e5',
  structure: 0.9,
  likeness: { intercept: -2, slope: 4 },
};
const verdict = (rest: Partial<Verdict>): Verdict => ({
  ...{ status: 'found', confidence: 0.5, reason: 'meaning-is-close', missing: [] },
  ...{ support: { required: 1, covered: 1 }, signals: {} },
  ...rest,
});

describe('a calibrated verdict', () => {
  test('has a chance in the place of its strength, which stays among the signals', () => {
    const told = calibrated(verdict({ signals: { coverage: 1 } }), calibration, 'recall-3/e5-small');
    expect(told).toMatchObject({ status: 'found', confidence: 0.5, signals: { coverage: 1, strength: 0.5 } });
  });

  test('has the share of right answers where structure or the time that is named answers', () => {
    for (const signals of [{ byStructure: true }, { byTime: true }]) {
      expect(calibrated(verdict({ confidence: 0.95, signals }), calibration, 'e5').confidence).toBe(0.9);
    }
  });

  test('stays as it is where nothing is shown that could be right', () => {
    for (const signals of [{ byStructure: true }, {}]) {
      const none = verdict({ status: 'none', confidence: 0.3, signals });
      expect(calibrated(none, calibration, 'e5')).toBe(none);
    }
  });

  test('stays as it is under a policy without a calibration, and with another embedder', () => {
    const one = verdict({});
    expect(calibrated(one, null, 'e5')).toBe(one);
    expect(calibrated(one, calibration, 'recall-3/minilm')).toBe(one);
  });

  test('keeps the order of what words and meaning say', () => {
    const strength = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(strength, strength, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((one) => chanceOf(one, calibration.likeness));
        expect(low).toBeLessThanOrEqual(high ?? 0);
      }),
    );
  });
});

describe('the calibration of a policy', () => {
  let folder = '';
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('comes from the file that it names beside it', () => {
    const { calibration: shipped } = readPolicy(resourcePath('router', 'policy-v1.json')).policy;
    expect(shipped?.recipe.script).toBe('build/calibrate.ts');
  });

  test('is named in the error where it is wrong, and where it is missing', () => {
    folder = mkdtempSync(join(tmpdir(), 'piper-calibration-'));
    const file = join(folder, 'policy.json');
    writeFileSync(file, JSON.stringify({ ...shippedJson(), calibration: 'mine.json' }));
    expect(() => readPolicy(file)).toThrow(/calibration that it names/);
    writeFileSync(join(folder, 'mine.json'), '{}');
    expect(() => readPolicy(file)).toThrow(PiperError);
    expect(() => readPolicy(file)).toThrow(/calibration is wrong at/);
    writeFileSync(join(folder, 'mine.json'), JSON.stringify(calibration));
    const one = readPolicy(file);
    expect(one.policy.calibration).toEqual(calibration);
    writeFileSync(join(folder, 'mine.json'), JSON.stringify({ ...calibration, structure: 0.8 }));
    expect(readPolicy(file).hash).not.toBe(one.hash);
  });
});

function shippedJson(): object {
  return JSON.parse(readFileSync(resourcePath('router', 'policy-v1.json'), 'utf8')) as object;
}
