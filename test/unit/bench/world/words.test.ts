import { describe, expect, it } from 'vitest';
import { day, effective, happened } from '../../../../main/bench/world/calendar.ts';
import { createRandom } from '../../../../main/bench/world/random.ts';
import { contentStems, mentions, overlap } from '../../../../main/bench/world/words.ts';

describe('contentStems', () => {
  it('leaves function words and names out and joins the forms of a word', () => {
    expect(contentStems('Why did tide-router fail?', ['tide-router'])).toEqual(new Set(['fail']));
    expect(overlap(contentStems('it failed'), contentStems('failing again'))).toEqual(['fail']);
  });
});

describe('mentions', () => {
  it('finds a name at the end of a sentence but not inside a longer one', () => {
    expect(mentions('Restarted tide-router.', 'tide-router')).toBe(true);
    expect(mentions('Restarted tide-router.ts today', 'tide-router')).toBe(false);
    expect(mentions('Restarted old-tide-router', 'tide-router')).toBe(false);
    expect(mentions('hel-04 is up', 'hel-0')).toBe(false);
  });
});

describe('dates as they are written', () => {
  const written = Date.UTC(2026, 2, 12, 9);

  it('name the day on which something took effect', () => {
    expect(effective(createRandom('x'), written, written - 3 * day)).toMatch(/^since Monday/);
    expect(effective(createRandom('x'), written, written - 30 * day)).toBe('since 10 February');
    expect(effective(createRandom('x'), written, written + day)).toBe('from Friday, 13 March, on');
  });

  it('name the day on which something was done', () => {
    expect(happened(createRandom('x'), written, written - day)).toBe('yesterday');
    expect(happened(createRandom('x'), written, written - 30 * day)).toBe('on 10 February');
  });
});

describe('createRandom', () => {
  it('repeats itself for a seed, and forks do not disturb each other', () => {
    const one = createRandom('seed');
    const other = createRandom('seed');
    one.fork('a').next();
    expect(one.next()).toBe(other.next());
    expect(createRandom('seed').fork('a').next()).not.toBe(createRandom('seed').fork('b').next());
  });
});
