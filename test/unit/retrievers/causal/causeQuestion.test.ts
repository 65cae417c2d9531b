import { describe, expect, test } from 'vitest';
import { readCauseQuestion } from '../../../../main/retrievers/causal/causeQuestion.ts';

const direction = (text: string) => readCauseQuestion(text).direction;

describe('the direction of a question', () => {
  test.each([
    'Why did the mill stop?',
    'what was found to be behind the failed backup',
    'Which chain of mistakes led to the flood?',
    'What gave rise to the complaints?',
    'the reason for the late train',
    'late train root cause',
    'chain of causes lost invoices',
    'Where did the smell come from?',
    'The late train was due to what?',
    'I want to know who is to blame for the noise.',
  ])('is back to the causes in “%s”', (text) => {
    expect(direction(text)).toBe('causes');
  });

  test.each([
    'What did the frost lead to?',
    'Tell me what the frost did to the pipes.',
    'What came of it when the mill stopped?',
    'What happened to the mill when the dam broke?',
    'what went wrong because of the frost',
    'Which orders were lost because of the strike?',
    'After the strike, what happened?',
    'How did the strike affect the harbour?',
    'effect frost pipes',
    'mill stopped consequences',
    'The frost led to what?',
  ])('is on to the effects in “%s”', (text) => {
    expect(direction(text)).toBe('effects');
  });

  test.each(['Did the frost cause the leak?', 'Was the leak due to frost?', 'frost leak'])(
    'is open in “%s”',
    (text) => {
      expect(direction(text)).toBe('either');
    },
  );

  test('takes the noun for no verb: what was suspected is no cause that did something', () => {
    expect(direction('When the mill stopped, what did we suspect at first, and what was the cause in the end?')).toBe(
      'causes',
    );
  });
});

describe('what a question is about', () => {
  test('is left when the words that ask, and what is named elsewhere, are taken out', () => {
    const text = 'Please tell me why web-01 lost the orders';
    const at = text.indexOf('web-01');
    expect(readCauseQuestion(text, [{ start: at, end: at + 'web-01'.length }]).words).toEqual(
      readCauseQuestion('lost orders').words,
    );
  });

  test('is one step, or the whole way where the first cause, a chain or all that followed is asked for', () => {
    expect(readCauseQuestion('Why did the mill stop?').isOfChain).toBe(false);
    expect(readCauseQuestion('Why did the mill stop, all the way back to the first cause?').isOfChain).toBe(true);
    expect(readCauseQuestion('root cause mill stopped').isOfChain).toBe(true);
    expect(readCauseQuestion('What were the consequences of the frost?').isOfChain).toBe(true);
  });

  test('is a diagnosis that did not last where a first guess or a theory that was ruled out is asked for', () => {
    for (const text of [
      'the first guess about the late train',
      'late train theory ruled out',
      'the wrong and the right explanation for the leak',
      'Which suspicion about the leak was dropped?',
    ]) {
      expect(readCauseQuestion(text)).toMatchObject({ overturned: true, isCausal: true });
    }
    expect(readCauseQuestion('Why is the train late?').overturned).toBe(false);
  });

  test('is another thing than a cause where a person, a place or a number is asked for', () => {
    for (const text of ['Who repaired the mill?', 'Where is the mill?', 'How many mills are there?']) {
      expect(readCauseQuestion(text).isOfOtherThings).toBe(true);
    }
    expect(readCauseQuestion('How productive is the mill?').isCausal).toBe(false);
  });
});
