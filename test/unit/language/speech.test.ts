import { expect, test } from 'vitest';
import { readSpeech } from '../../../main/language/speech.ts';

const first = (text: string) => readSpeech(text).sentences[0];

test('I and we are the speaker, you the addressee', () => {
  expect(first('I sold my boat.')).toMatchObject({ first: true, second: false });
  expect(first('You sold your boat.')).toMatchObject({ first: false, second: true });
  expect(first('The boat was sold.')).toMatchObject({ first: false, second: false, third: false });
});

test('who is only called is told apart from who is told of', () => {
  expect(readSpeech('Thanks, Ana! The boat is yours.')).toMatchObject({ called: ['ana'] });
  expect(readSpeech('Hi Ana, Tim sold the boat.')).toMatchObject({ called: ['ana'], sentences: [{ names: ['tim'] }] });
  expect(readSpeech('Last year Ana sold the boat.')).toMatchObject({ called: [], sentences: [{ names: ['ana'] }] });
});

test('he, she and they are who was named last', () => {
  const { sentences } = readSpeech('Yesterday we met Ana Ruiz. She sold the boat.');
  expect(sentences[1]).toMatchObject({ third: true, meant: 'ana ruiz' });
  expect(first('She sold the boat.')).toMatchObject({ third: true, meant: null });
});

test('a line that begins with a name and a colon is theirs', () => {
  const { sentences } = readSpeech('Present: Ana, Tim.\nTim: will paint the jetty.\nAna said that the roof leaks.');
  expect(sentences.map(({ label }) => label)).toEqual(['present', 'tim', null]);
  expect(sentences[2]?.names).toContain('ana');
});
