import { describe, expect, it } from 'vitest';
import { extract } from '../../../main/extraction/extract.ts';
import { noted, ofAtlas, read, said } from './read.ts';

describe('people', () => {
  it.each([
    ['I work at Acme.', ['Ana | works at | Acme']],
    ['I now work for Initech and love it.', ['Ana | works at | Initech']],
    ['I live in Lisbon.', ['Ana | lives in | Lisbon']],
    ['Priya Shah lives in Pune.', ['Priya Shah | lives in | Pune']],
    ['Ben Okafor works at Globex.', ['Ben Okafor | works at | Globex']],
    ['Marta was born in Porto.', ['Marta | born in | Porto']],
    ['I moved to Berlin last month.', ['Ana | moved to | Berlin']],
    ['Tom is married to Leila Haddad.', ['Tom | married to | Leila Haddad']],
    ['I studied at ETH.', ['Ana -studied at-> ETH']],
    ['I speak Danish, German and Urdu.', ['Ana -speaks-> Danish', 'Ana -speaks-> German', 'Ana -speaks-> Urdu']],
    ['Ken reports to Sylvia.', ['Ken | reports to | Sylvia']],
    ['I joined a chess club in March.', ['Ana -joined-> chess club']],
    ['I just bought an electric bike.', ['Ana -bought-> electric bike']],
    ["I'm a nurse.", ['Ana | works as | nurse']],
    ['Olu works as a data engineer at Globex.', ['Olu | works as | data engineer at Globex']],
    ["I'm allergic to peanuts.", ['Ana -allergic to-> peanuts']],
    ["I'm a big fan of Radiohead.", ['Ana -fan of-> Radiohead']],
    ['I love rock climbing.', []],
    ['I love playing chess.', ['Ana -loves-> playing chess']],
    ['I prefer tabs over spaces.', ['Ana -prefers-> tabs']],
    ['I went to a jazz concert on Friday.', ['Ana -went to-> jazz concert']],
    ['I quit my job at Initech.', ['Ana -quit-> job at Initech']],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('are known by the names put beside them', () => {
    expect(read('My dog is called Rex.')).toEqual(['Ana | dog | Rex']);
    expect(read('I have a parrot named Kiwi.')).toEqual(['Ana | parrot | Kiwi']);
    expect(read("My sister's name is Ida.")).toEqual(['Ana | sister | Ida']);
    expect(read('My brother Jonas and I went hiking.')).toEqual(['Ana | brother | Jonas']);
    expect(read('My wife, Noor, is a pilot.')).toEqual(['Ana | wife | Noor']);
    expect(read('Fenerbahce is my team.')).toEqual(['Ana | team | Fenerbahce']);
    expect(read('My cat is so lazy, her name is Miso.')).toEqual(['cat | name | Miso']);
    expect(read('I reread "Small Gods" by Terry Pratchett.')).toContain('Small Gods -by-> Terry Pratchett');
  });

  it.each([
    'I might move to Berlin.',
    'I want to work at Acme.',
    "I'm moving to Oslo next year, I hope.",
    'I used to live in Rome.',
    "I don't work at Acme.",
    'Do you live in Lisbon?',
    'If I worked at Acme, I would be rich.',
    'I made a difference.',
    'I got the chance to speak.',
    "I'm a bit tired.",
    "I'm a great believer in luck.",
    'I love that you asked.',
    'I love your enthusiasm.',
    'I live in fear.',
    'I started filling it in.',
    'He lives in Rome.',
    'Thanks, my friend, Monday works.',
    'I was a teacher.',
  ])('"%s" gives nothing', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('have one home and employer at a time, and many likings', () => {
    expect(extract({ ...said, text: 'I live in Lisbon.' })[0]?.fact?.cardinality).toBe('one');
    expect(extract({ ...said, text: 'My dog is called Rex.' })[0]?.fact?.cardinality).toBe('many');
  });

  it('are "I" in talk alone, and only where the author is known', () => {
    expect(read('I live in Lisbon.', noted)).toEqual([]);
    expect(read('My dog is called Rex.', { ...said, author: null })).toEqual([]);
  });
});

describe('properties', () => {
  it.each([
    ['Vite is a build tool.', ['Vite | is a | build tool']],
    ['Borealis is an internal service for billing.', ['Borealis | is a | internal service']],
    ['Paris is the capital of France.', ['France | capital | Paris']],
    ['Ida Berg is the CTO of Globex.', ['Globex | cto | Ida Berg']],
    ['The codename of Atlas is Falcon.', ['Atlas | codename | Falcon']],
    ["Atlas's issue tracker is Linear.", ['Atlas | issue tracker | Linear']],
    ['Atlas is licensed under the Apache License.', ['Atlas | licensed under | Apache']],
    ['Python 3.8 is now deprecated.', ['Python 3.8 | status | deprecated']],
    ['The quarterly report is due on 5 October 2024.', ['quarterly report | due | 5 October 2024']],
    ['Globex was founded in 1998.', ['Globex | founded | 1998']],
    ['The summer sale ends on 30 June 2025.', ['summer sale | ends | 30 June 2025']],
    ['The Pro plan costs €20 a month.', ['Pro plan | costs | €20 a month']],
    ['Last week I ran 12 km.', ['Ana | ran | 12 km']],
    ['The staging cluster has 5 nodes.', ['staging cluster | nodes | 5']],
    ['I have two cats.', ['Ana | cats | two']],
    ['Node 20 is now the minimum version.', ['Node | minimum version | 20']],
    ['Ben Okafor is Ida’s brother.', ['Ida | brother | Ben Okafor']],
    ['The on-call engineer is Ken Sato.', ['on-call engineer | value | Ken Sato']],
    ['The staging gateway listens on port 8443.', ['staging gateway | port | 8443']],
    ['The lease with Globex expires on 1 July 2025.', ['lease with Globex | expires | 1 July 2025']],
    ['My favourite dish is ramen.', ['Ana | favourite dish | ramen']],
    ['The `target` option now defaults to ES2022.', ['target | default | ES2022']],
    ['We sang a piece called “Northern Lights”.', ['piece | name | Northern Lights']],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('of a document’s own thing belong to its title', () => {
    expect(read('Released under the MIT license.', ofAtlas)).toEqual(['atlas | licensed under | MIT']);
    expect(read('This project is licensed under GPL-3.0.', ofAtlas)).toEqual(['atlas | licensed under | GPL-3.0']);
    expect(read('Owner: Ida Berg', ofAtlas)).toEqual(['atlas | owner | Ida Berg']);
    expect(read('Status: blocked', ofAtlas)).toEqual(['atlas | status | blocked']);
    expect(read('Owner: Ida Berg', { ...noted, title: 'README.md' })).toEqual([]);
  });

  it('are the defaults of a reference, whatever its descriptions allow or deny', () => {
    expect(read('`maxRetries`: how often a call may be repeated, defaults to `3`', noted)).toEqual([
      'maxRetries | default | 3',
    ]);
    expect(read('- `color` (string, default: "red") - the colour of the bar', noted)).toEqual([
      'color | default | red',
    ]);
    expect(read("If `encoding` isn't given, it defaults to `utf8`.", noted)).toEqual(['encoding | default | utf8']);
    expect(read('`depth`: the limit if `deep` is set, defaults to `5` if `wide` is set', noted)).toEqual([]);
  });

  it.each([
    'Dune is a great book.',
    'The only winner is Ana’s.',
    'My favourite part is seeing you.',
    'Atlas is a bit slow.',
    'It is a build tool.',
    'Is Vite a build tool?',
    'Vite is not a build tool.',
    'That is the point of Atlas.',
    'Atlas is the best of them.',
    'Atlas would be licensed under MIT.',
    'The report may be due on 5 October 2024.',
    'Hashing is 10x faster.',
    'We have two options.',
    'The plan has two problems.',
  ])('"%s" gives nothing', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('ties of things', () => {
  it.each([
    [
      'Atlas depends on Redis, Kafka and Postgres.',
      ['Atlas -depends on-> Redis', 'Atlas -depends on-> Kafka', 'Atlas -depends on-> Postgres'],
    ],
    [
      'Atlas supports Linux, macOS, and Windows.',
      ['Atlas -supports-> Linux', 'Atlas -supports-> macOS', 'Atlas -supports-> Windows'],
    ],
    ['Kubernetes uses etcd2.', ['Kubernetes -uses-> etcd2']],
    ['The payments service runs on Nomad.', ['payments service -runs on-> Nomad']],
    ['The signing key is stored in Vault.', ['signing key -stored in-> Vault']],
    ['We use Postgres for billing.', ['billing -uses-> Postgres']],
    ['Borealis is part of the Atlas suite.', ['Borealis -part of-> Atlas suite']],
    ['Norway is a member of NATO.', ['Norway -member of-> NATO']],
    ['Globex is headquartered in Oslo.', ['Globex -headquartered in-> Oslo']],
    ['Globex acquired Initech in 2021.', ['Globex -acquired-> Initech']],
    ['Atlas now targets ES2022.', ['Atlas -targets-> ES2022']],
    ['Atlas connects to RabbitMQ.', ['Atlas -connects to-> RabbitMQ']],
    ['Borealis is a fork of Atlas.', ['Borealis -fork of-> Atlas']],
    ['Atlas depends on Redis, which is not maintained.', ['Atlas -depends on-> Redis']],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('are noted of the thing the document is about', () => {
    expect(read('Added support for Node 20 and Deno.', ofAtlas)).toEqual([
      'atlas -supports-> Node 20',
      'atlas -supports-> Deno',
    ]);
    expect(read('Requires Python 3.11 or later.', ofAtlas)).toEqual(['atlas -requires-> Python 3.11']);
    expect(read('This library is written in Rust.', ofAtlas)).toEqual(['atlas -written in-> Rust']);
    expect(read('[Rolo](https://x.org) - A fast bundler powered by Esbuild.', ofAtlas)).toEqual([
      'Rolo -powered by-> Esbuild',
    ]);
  });

  it('end where another clause begins', () => {
    expect(read('Atlas uses Redis, and Ben leads the team.')).toEqual(['team | lead | Ben', 'Atlas -uses-> Redis']);
    expect(read('Atlas uses Redis and Ben runs it.')).toEqual(['Atlas -uses-> Redis']);
  });

  it.each([
    'Atlas does not depend on Redis.',
    'Atlas could depend on Redis.',
    'Does Atlas depend on Redis?',
    'We plan to support Windows.',
    'Everything depends on Redis.',
    'Users use Redis.',
    'We use Redis for this.',
    'The SDK includes higher-level capabilities.',
  ])('"%s" gives nothing', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('changes in prose', () => {
  it.each([
    ['Jenkins was retired in favour of Buildkite.', ['Jenkins | replaced by | Buildkite']],
    ['We migrated from MySQL to Postgres.', ['MySQL | replaced by | Postgres']],
    ['Atlas now uses Valkey instead of Redis.', ['Atlas | uses | Valkey < Redis']],
    ['Ana moved from Berlin to Rome.', ['Ana | moved to | Rome']],
    ['Monthly revenue grew by 12%.', ['Monthly revenue | grew by | 12%']],
    ['Support for Node 12 was dropped.', ['Node 12 | support | dropped']],
    ['Atlas dropped support for Windows 7.', ['Atlas | support for Windows 7 | dropped']],
    ['Globex doubled the size of the fund to $20 million.', ['fund | size | $20 million']],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('are noted by a document of its own thing', () => {
    expect(read('Drop support for Node 12 and Node 14', ofAtlas)).toEqual([
      'atlas | support for Node 12 | dropped',
      'atlas | support for Node 14 | dropped',
    ]);
  });

  it.each([
    'Should we drop support for Node 12?',
    'We might migrate from MySQL to Postgres.',
    'Drop support for Node 12',
    'Monthly revenue grew by leaps and bounds.',
    'We did not migrate from MySQL to Postgres.',
  ])('"%s" gives nothing', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('causes in prose', () => {
  it.each([
    ['The disk was full, so the backup failed.', ['The disk was full => the backup failed']],
    ['The certificate expired, which broke the login page.', ['The certificate expired => the login page']],
    ['A cable was cut, causing a two-hour outage.', ['A cable was cut => a two-hour outage']],
    ['The launch was delayed as a result of the strike.', ['the strike => The launch was delayed']],
    ['The outage was the result of a bad deploy.', ['a bad deploy => The outage']],
    ['The reason for the delay was a missing permit.', ['a missing permit => the delay']],
  ])('"%s" gives %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('are the circumstances of a failure that a note mends', () => {
    expect(read('Fix a crash when the cache is empty', noted)).toEqual(['the cache is empty => a crash']);
    expect(read('Fixed a deadlock that was caused by nested locks.', noted)).toEqual(['nested locks => a deadlock']);
    expect(read('Pin foo, since v2.1 requires a newer compiler', noted)).toEqual([
      'v2.1 requires a newer compiler => Pin foo',
    ]);
    expect(read('Fix a crash when the cache is empty')).toEqual([]);
  });

  it.each([
    'We were late, so we took a cab.',
    'It was raining, so that was that.',
    'The disk may be full, so the backup failed.',
    'Was the disk full, so the backup failed?',
    'The service has been up since v2.1.',
    'Returns a promise with the result of the call.',
    'The launch was not delayed as a result of the strike.',
  ])('"%s" gives nothing', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('a full stop within a name does not end it', () => {
  it.each([
    [
      'The principal investigator of the Heron study is Dr. Ana Lima.',
      ['Heron study | principal investigator | Dr. Ana Lima'],
    ],
    ['The maintainer of Atlas is J. K. Holm.', ['Atlas | maintainer | J. K. Holm']],
    ['The maintainer of Atlas is Ursula K. Holm.', ['Atlas | maintainer | Ursula K. Holm']],
    ['Dr. Reyes leads the Heron study.', ['Heron study | lead | Dr. Reyes']],
    ['Tom lives in St. Gallen.', ['Tom | lives in | St. Gallen']],
    ['The presiding judge of Dahl v. Moss is Justice Okoro.', ['Dahl v. Moss | presiding judge | Justice Okoro']],
    [
      'The capital of the U.S. Virgin Islands is Charlotte Amalie.',
      ['U.S. Virgin Islands | capital | Charlotte Amalie'],
    ],
    ['Acme Inc. is owned by Borealis Ltd. since 2020.', ['Acme Inc | owner | Borealis Ltd']],
  ])('%s', (text, found) => {
    expect(read(text, noted)).toEqual(found);
  });

  it('but a letter that ends a sentence is no initial', () => {
    expect(read('The active ingredient of Zest is Vitamin C. The rest is water.', noted)).toEqual([
      'Zest | active ingredient | Vitamin C',
    ]);
  });

  it('and who is addressed by a title still leads in', () => {
    expect(read('Mr. Speaker, the total spend of the Heron programme is $92.4 million.')).toEqual([
      'Heron programme | total spend | $92.4 million',
    ]);
  });
});
