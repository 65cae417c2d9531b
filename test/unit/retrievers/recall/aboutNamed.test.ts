import { describe, expect, it } from 'vitest';
import { aboutNamed } from '../../../../main/retrievers/recall/aboutNamed.ts';

const linkAt = (text: string, name: string) => ({
  ...{ start: text.indexOf(name), end: text.indexOf(name) + name.length, namespace: 'default', name },
  ...{ edges: true, facts: false, stated: true },
});

describe('a question about something named', () => {
  it('is taken apart into what mentions the names and what is asked of them', () => {
    const text = 'How do clerks cope with Heron and Osprey?';
    const asked: (readonly string[])[] = [];
    const about = aboutNamed(text, ['default'], [linkAt(text, 'Osprey'), linkAt(text, 'Heron')], (names) => {
      asked.push(names);
      return [3, 7];
    });
    expect(about).toEqual({ masked: 'How do clerks cope with it and it?', rowids: [3, 7] });
    expect(asked).toEqual([['Heron', 'Osprey']]);
  });

  it('keeps the longer of two names at one place', () => {
    const text = 'Who leads the Harbour group?';
    const links = [linkAt(text, 'Harbour'), linkAt(text, 'Harbour group')];
    expect(aboutNamed(text, ['default'], links, () => [1])?.masked).toBe('Who leads the it?');
  });

  it('is not one where nothing is named, or nothing is asked beside the name', () => {
    expect(aboutNamed('How do clerks cope?', ['default'], [], () => [1])).toBeNull();
    expect(aboutNamed('Heron?', ['default'], [linkAt('Heron?', 'Heron')], () => [1])).toBeNull();
  });

  it('tells nothing by a name that is in too many items', () => {
    const text = 'How do clerks cope with Heron?';
    expect(aboutNamed(text, ['default'], [linkAt(text, 'Heron')], () => null)?.rowids).toBeNull();
  });
});
