import { describe, expect, it } from 'vitest';
import { read } from './read.ts';

describe('a change to a plain word', () => {
  it.each([
    ['The cache mode changed to eager.', 'cache | mode | eager'],
    ['Log level changed to debug.', 'Log | level | debug'],
    ['The status of ticket 12 changed to closed.', 'ticket 12 | status | closed'],
    ['The cache mode was reverted to lazy.', 'cache | mode | lazy'],
    ['The cache mode reverted to lazy on Monday.', 'cache | mode | lazy'],
    ['We changed the cache mode to eager.', 'cache | mode | eager'],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it.each([
    'The layout mode changed to fit the window.',
    'The page mode changed to match.',
    'The crowd changed to something.',
    'The plans changed to eager.',
    'The cache mode changed to reveal the details.',
    'The cache mode may have changed to eager.',
    'The cache mode has not changed to eager.',
    'Has the cache mode changed to eager?',
  ])('"%s" gives nothing', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('a change of place or version', () => {
  it.each([
    ['Anna moved from Berlin to Hamburg.', 'Anna | moved to | Hamburg'],
    ['The team was moved from Berlin to Hamburg.', 'team | moved to | Hamburg'],
    ['The retry limit moved from 5 to 8.', 'retry | limit | 8 < 5'],
    [
      'We upgraded the checkout service from Kubernetes 1.27 to Kubernetes 1.29.',
      'checkout service | Kubernetes version | 1.29 < 1.27',
    ],
    ['The checkout service was upgraded to Kubernetes 1.29.', 'checkout service | Kubernetes version | 1.29'],
    ['We upgraded the checkout service from 1.2 to 1.3.', 'checkout service | version | 1.3 < 1.2'],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it('from one product to another is no version of either', () => {
    expect(read('We upgraded the checkout service from Swarm 1.27 to Kubernetes 1.29.')).toEqual([]);
  });
});

it('a property of several words is one slot, however its value is told', () => {
  expect(read('The connection pool size of pg-main is 40.')).toEqual(['pg-main | connection pool size | 40']);
  expect(read('The connection pool size of pg-main was raised to 80.')).toEqual([
    'pg-main | connection pool size | 80',
  ]);
  expect(read('The pool size of pg-main is 40.')).toEqual(['pg-main | pool size | 40']);
});

describe('a cause that is denied', () => {
  it.each([
    ['The pump did not fail due to cavitation.', []],
    ['The build did not crash because of the cache.', []],
    ['The service did not start because of a missing key.', ['a missing key => The service did not start']],
    ['The pump failed due to cavitation.', ['cavitation => The pump failed']],
    [
      'The root cause of the checkout latency turned out not to be the garbage collector; it was a missing index on the orders table.',
      [
        'the garbage collector =/=> the checkout latency',
        'a missing index on the orders table => the checkout latency',
      ],
    ],
    [
      'The cause of the outage was not the disk but a full inode table.',
      ['the disk =/=> the outage', 'a full inode table => the outage'],
    ],
    ['The cause of the outage turned out not to be the disk.', ['the disk =/=> the outage']],
    ['The cause of the outage turned out to be the disk.', ['the disk => the outage']],
    ['The login failure turned out not to be caused by clock skew.', ['clock skew =/=> The login failure']],
    ['The login failure turned out to be caused by clock skew.', ['clock skew => The login failure']],
    ['The login failure turned out to be due to clock skew.', ['clock skew => The login failure']],
    ['The cause of the outage might not be the disk.', []],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
