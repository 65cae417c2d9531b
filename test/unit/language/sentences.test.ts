import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../../main/language/sentences.ts';

const split = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end));

describe('sentencesOf', () => {
  it('does not cut versions, abbreviations, URLs and file names', () => {
    expect(
      split('Node v1.5.2 is out. See https://a.b/c.d?e=f. Mr. Smith agreed, e.g. on memory-tools.ts. Done!'),
    ).toEqual([
      'Node v1.5.2 is out.',
      'See https://a.b/c.d?e=f.',
      'Mr. Smith agreed, e.g. on memory-tools.ts.',
      'Done!',
    ]);
  });

  it('takes no title and no ending of a name for an end', () => {
    expect(split('Mt. Aso is high. Capt. Ray and Gov. Roux work at Orr Bros. in Bonn. They left.')).toEqual([
      'Mt. Aso is high.',
      'Capt. Ray and Gov. Roux work at Orr Bros. in Bonn.',
      'They left.',
    ]);
  });

  it('takes each entry of a list by itself, without its bullet, with the line that continues it', () => {
    expect(split('- Renamed a to b\n- Bumped c\n  to 2.0\n1. First\n* [x] Done')).toEqual([
      'Renamed a to b',
      'Bumped c\n  to 2.0',
      'First',
      'Done',
    ]);
  });

  it('joins the lines of wrapped prose and parts paragraphs', () => {
    expect(split('The timeout was\nraised to 600.\n\nAnother one')).toEqual([
      'The timeout was\nraised to 600.',
      'Another one',
    ]);
  });

  it('takes each line of a configuration by itself', () => {
    expect(split('timeout: 300\nretries = 5\nserver.port=8080')).toEqual([
      'timeout: 300',
      'retries = 5',
      'server.port=8080',
    ]);
  });

  it('keeps what closes a quotation with it', () => {
    expect(split('He said "no." Then he left. Really?! Yes.')).toEqual([
      'He said "no."',
      'Then he left.',
      'Really?!',
      'Yes.',
    ]);
  });

  it('finds nothing in nothing, and all of a text without an end', () => {
    expect(split('')).toEqual([]);
    expect(split('  no end  ')).toEqual(['no end']);
  });
});
