import { describe, expect, test } from 'vitest';
import { openTurnstile } from '../../../main/base/turnstile.ts';

function steps() {
  const seen: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    await gate.promise;
    seen.push(`${name} ends`);
    return name;
  };
  return { seen, work, end: (name: string) => gates.get(name)?.resolve() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a turnstile', () => {
  test('lets many pass at once', async () => {
    const { seen, work, end } = steps();
    const place = openTurnstile();
    const both = [place.pass(work('a')), place.pass(work('b'))];
    await settle();
    expect(seen).toEqual(['a begins', 'b begins']);
    end('a');
    end('b');
    expect(await Promise.all(both)).toEqual(['a', 'b']);
  });

  test('waits until all have left before somebody has the place alone, and keeps the others out meanwhile', async () => {
    const { seen, work, end } = steps();
    const place = openTurnstile();
    const done = [place.pass(work('a')), place.alone(work('alone')), place.pass(work('b'))];
    await settle();
    expect(seen).toEqual(['a begins']);
    end('a');
    await settle();
    expect(seen).toEqual(['a begins', 'a ends', 'alone begins']);
    end('alone');
    await settle();
    expect(seen.slice(3)).toEqual(['alone ends', 'b begins']);
    end('b');
    await Promise.all(done);
  });

  test('lets those who want it alone in one after the other', async () => {
    const { seen, work, end } = steps();
    const place = openTurnstile();
    const done = [place.alone(work('a')), place.alone(work('b')), place.pass(work('c'))];
    await settle();
    end('a');
    await settle();
    expect(seen).toEqual(['a begins', 'a ends', 'b begins']);
    end('b');
    await settle();
    end('c');
    await Promise.all(done);
    expect(seen.at(-2)).toBe('c begins');
  });

  test('is not blocked by work that fails', async () => {
    const place = openTurnstile();
    const fail = async () => {
      throw new Error('broken');
    };
    await expect(place.pass(fail)).rejects.toThrow('broken');
    await expect(place.alone(fail)).rejects.toThrow('broken');
    expect(await place.pass(async () => 1)).toBe(1);
    expect(await place.alone(async () => 2)).toBe(2);
  });
});
