import { describe, expect, test } from 'vitest';
import {
  counted,
  formatAge,
  formatBytes,
  formatInstant,
  formatMoment,
  formatMs,
  formatScore,
  formatValue,
  withReadableTimes,
} from '../../../renderer/format.ts';

describe('format', () => {
  test('says milliseconds in the unit a reader would use', () => {
    expect([0, 0.42, 3.82, 21.4, 999, 1300, 125_000, 7_260_000].map(formatMs)).toEqual([
      '0.00 ms',
      '0.42 ms',
      '3.8 ms',
      '21 ms',
      '999 ms',
      '1.3 s',
      '2 min 5 s',
      '2 h 1 min',
    ]);
  });

  test('never says 60.0 s or 1000 ms', () => {
    expect([999.7, 59_960].map(formatMs)).toEqual(['1.0 s', '1 min 0 s']);
  });

  test('says bytes in powers of 1024', () => {
    expect([0, 812, 1024, 3_250_586, 5_000_000_000].map(formatBytes)).toEqual([
      '0 B',
      '812 B',
      '1.0 KiB',
      '3.1 MiB',
      '4.7 GiB',
    ]);
  });

  test('counts with a plural where one is due', () => {
    expect([counted(1, 'event'), counted(0, 'event'), counted(12_345, 'entry', 'entries')]).toEqual([
      '1 event',
      '0 events',
      '12,345 entries',
    ]);
  });

  test('gives an instant in the zone asked for', () => {
    expect(formatInstant('2023-05-08T13:56:00Z', 'Europe/Berlin')).toBe('8 May 2023, 15:56');
  });

  test('says a midnight as the day, and the instants of a sentence as a reader would', () => {
    expect(formatMoment('2026-09-15T00:00:00Z', 'UTC')).toBe('15 Sept 2026');
    expect(withReadableTimes('It holds from 2026-09-15T00:00:00.000Z to 2026-10-05T08:30:00Z.', 'UTC')).toBe(
      'It holds from 15 Sept 2026 to 5 Oct 2026, 08:30.',
    );
  });

  test('gives an age in its largest fitting unit', () => {
    const day = 86_400_000;
    expect([5000, 300_000, 3 * 3_600_000, 5 * day, 90 * day, 1000 * day].map(formatAge)).toEqual([
      'just now',
      '5 min ago',
      '3 hours ago',
      '5 days ago',
      '2 months ago',
      '2 years ago',
    ]);
  });

  test('gives a signal on one line whatever it is', () => {
    expect([null, 12, 0.71234, 'fresh', ['a', 'b'], { search: 0.6, recall: 0.4 }].map(formatValue)).toEqual([
      '–',
      '12',
      '0.712',
      'fresh',
      'a, b',
      'search 0.6, recall 0.4',
    ]);
    expect(formatScore(1234.5)).toBe('1235');
  });
});
