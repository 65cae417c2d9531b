import { expect, test } from 'vitest';
import { stem } from '../../../../main/projections/keywords/stem.ts';

test('gives the stems of Porter’s own examples', () => {
  const examples: Record<string, string> = {
    ...{ caresses: 'caress', ponies: 'poni', caress: 'caress', cats: 'cat', feed: 'feed', agreed: 'agre' },
    ...{ plastered: 'plaster', bled: 'bled', motoring: 'motor', sing: 'sing', conflated: 'conflat', sized: 'size' },
    ...{
      hopping: 'hop',
      falling: 'fall',
      hissing: 'hiss',
      failing: 'fail',
      filing: 'file',
      happy: 'happi',
      sky: 'sky',
    },
    ...{ relational: 'relat', conditional: 'condit', digitizer: 'digit', operator: 'oper', feudalism: 'feudal' },
    ...{ triplicate: 'triplic', formalize: 'formal', electrical: 'electr', hopeful: 'hope', goodness: 'good' },
    ...{ revival: 'reviv', adjustable: 'adjust', replacement: 'replac', adoption: 'adopt', effective: 'effect' },
    ...{ probate: 'probat', rate: 'rate', cease: 'ceas', controll: 'control', roll: 'roll', is: 'is' },
  };
  for (const [word, expected] of Object.entries(examples)) expect([word, stem(word)]).toEqual([word, expected]);
});
