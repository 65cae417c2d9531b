import { describe, expect, test } from 'vitest';
import { type About, attribute, readAsked, sameName } from '../../../main/retrieval/attribution.ts';
import { item, term } from './support.ts';

describe('the subject of a question', () => {
  test.each<[string, readonly string[]]>([
    ['What did Ana paint?', ['Ana']],
    ["Which colour has Tim's boat?", ['Tim']],
    ['What is the budget of Tarnlib?', ['Tarnlib']],
    ['Did Ana and Tim paint the jetty in March?', ['Ana', 'Tim']],
    ['What did Ana say about Tarnlib?', ['Ana']],
  ])('%s', (query, names) => {
    expect(readAsked(query, [])).toEqual({ names, marked: true });
  });

  test('is nobody where nothing is named', () => {
    expect(readAsked('What is the boat called that I sold in May?', [])).toBeNull();
  });

  test('is only named where nothing says that it is theirs', () => {
    expect(readAsked('Who waits for the CSV export?', [])).toEqual({ names: ['CSV'], marked: false });
  });

  test('goes by the name under which the memory knows it, too', () => {
    const links = [{ start: 9, end: 12, name: 'Ana Ruiz' }];
    expect(readAsked('What did Ana paint?', links)?.names).toEqual(['Ana', 'Ana Ruiz']);
  });
});

describe('whose a text is', () => {
  const asked = readAsked('What did Ana paint?', []);
  const about = (text: string, author: string | null = null, askedSpeaks = true): About => {
    if (asked === null) throw new Error('the question names somebody');
    return attribute(item(1, text, { author }), asked, [term('paint'), term('jetty')], { askedSpeaks }).about;
  };

  test.each<[string, string | null, About]>([
    ['I painted the jetty.', 'Ana Ruiz', 'asked'],
    ['I painted the jetty.', 'Tim Boll', 'other'],
    ['Ana painted the jetty.', 'Tim Boll', 'asked'],
    ['Dear Ana, you painted the jetty.', 'Tim Boll', 'asked'],
    ['Dear Mara, you painted the jetty.', 'Tim Boll', 'other'],
    ['You painted the jetty.', 'Ana Ruiz', 'other'],
    ['You painted the jetty.', 'Tim Boll', 'undecided'],
    ['Ana told me that they painted the jetty.', 'Tim Boll', 'asked'],
    ['Present: Ana, Tim.\nTim: will paint the jetty.', null, 'other'],
    ['Present: Ana, Tim.\nAna: will paint the jetty.', null, 'asked'],
    ['Reported by Ana. Assigned to Tim. I painted the jetty.', 'Tim Boll', 'other'],
    ['We met Mara. She painted the jetty.', 'Tim Boll', 'other'],
    ['We met Ana. She painted the jetty.', 'Tim Boll', 'asked'],
    ['Thanks, Ana! Mara painted the jetty.', 'Tim Boll', 'other'],
  ])('%s (%s): %s', (text, author, expected) => {
    expect(about(text, author)).toBe(expected);
  });

  test('what the other sentences of a text tell does not count for the subject', () => {
    if (asked === null) throw new Error('the question names somebody');
    const [paint, jetty] = [term('paint'), term('jetty')];
    const minutes = item(1, 'Ana sold the jetty.\nTim: will paint it.');
    const { own, others } = attribute(minutes, asked, [paint, jetty], { askedSpeaks: true });
    expect([...own]).toEqual([jetty]);
    expect([...others]).toEqual([paint]);
  });

  test('a thing is told of under its title and behind a sentence that names it', () => {
    const thing = readAsked('What is the budget of Tarnlib?', []);
    if (thing === null) throw new Error('the question names something');
    const terms = [term('budget')];
    const of = (text: string, title: string | null = null) =>
      attribute(item(1, text, { title }), thing, terms, { askedSpeaks: false }).about;
    expect(of('The budget is 300.', 'Tarnlib')).toBe('asked');
    expect(of('We looked at Tarnlib. The budget is 300.')).toBe('asked');
    expect(of('The budget of Osprey is 300.')).toBe('other');
    expect(of('The budget is 300.')).toBe('undecided');
  });
});

test('one name is another by whole words or as a short form', () => {
  expect(sameName('ana ruiz', 'ana')).toBe(true);
  expect(sameName('mel', 'melanie')).toBe(true);
  expect(sameName('jon', 'jonas weidel')).toBe(true);
  expect(sameName('ana', 'anatomy department')).toBe(true);
  expect(sameName('ana ruiz', 'ana boll')).toBe(false);
  expect(sameName('router 2', 'router 21')).toBe(false);
});
