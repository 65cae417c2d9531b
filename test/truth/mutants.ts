import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** One fault in the rule: in this file, this text becomes that. */
interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const mutants: readonly Mutant[] = [
  { name: 'a band begins above its border', file: 'rank.ts', from: 'authority >= 0.8', to: 'authority > 0.8' },
  {
    name: 'the earlier valid_from decides',
    file: 'rank.ts',
    from: 'a.validFrom - b.validFrom',
    to: 'b.validFrom - a.validFrom',
  },
  {
    name: 'the earlier known_at decides',
    file: 'rank.ts',
    from: 'a.knownAt - b.knownAt ||\n    a.sourceSeq',
    to: 'b.knownAt - a.knownAt ||\n    a.sourceSeq',
  },
  { name: 'the place in the source says nothing', file: 'rank.ts', from: 'a.place - b.place ||', to: '' },
  {
    name: 'an interval is closed at its end',
    file: 'lives.ts',
    from: 'top.end <= instant',
    to: 'top.end < instant',
  },
  {
    name: 'what has ended below another still holds',
    file: 'lives.ts',
    from: 'next.end <= instant || ',
    to: '',
  },
  {
    name: 'an equally old lower band contests nothing',
    file: 'lives.ts',
    from: 'other.assertion.validFrom < assertion.validFrom',
    to: 'other.assertion.validFrom <= assertion.validFrom',
  },
  {
    name: 'a voice of the same value contests',
    file: 'lives.ts',
    from: 'other.assertion.valueKey === assertion.valueKey ? isDenial :',
    to: '',
  },
  {
    name: 'a denial is not heard',
    file: 'lives.ts',
    from: 'if (against === null) return next',
    to: 'return next',
  },
  {
    name: 'a denial ends what stands above it',
    file: 'lives.ts',
    from: 'denial !== null && compareStrength(denial.assertion, assertion) > 0',
    to: 'denial !== null',
  },
  {
    name: 'what is older than a denial comes back by a lower band',
    file: 'lives.ts',
    from: 'next.assertion.validFrom < since',
    to: 'false',
  },
  {
    name: 'a denial silences every lower band',
    file: 'lives.ts',
    from: 'since = Math.max(since, this.#deniedSince(next, instant))',
    to: 'since = Number.POSITIVE_INFINITY',
  },
  {
    name: 'only the first denial keeps back what is older',
    file: 'lives.ts',
    from: 'Math.max(since, this.#deniedSince(next, instant))',
    to: 'Number.isFinite(since) ? since : this.#deniedSince(next, instant)',
  },
  {
    name: 'what begins with the denial is too old',
    file: 'lives.ts',
    from: 'next.assertion.validFrom < since',
    to: 'next.assertion.validFrom <= since',
  },
  {
    name: 'a denial said again keeps back what came between',
    file: 'lives.ts',
    from: 'denials.find((one)',
    to: 'denials.findLast((one)',
  },
  {
    name: 'a denial that is over still keeps back what is older',
    file: 'lives.ts',
    from: 'one.end > instant && ',
    to: '',
  },
  {
    name: 'a denial of a lower band contests nothing',
    file: 'lives.ts',
    from: 'if (!isDenial) nameWeaker',
    to: 'if (isDenial) nameWeaker',
  },
  {
    name: 'what a denial has ended still contests',
    file: 'lives.ts',
    from: 'this.#denialOf(other, instant) === null',
    to: 'true',
  },
  {
    name: 'a denial that replaces makes room for what is older',
    file: 'resolve.ts',
    from: ' && !denies(word)',
    to: '',
  },
  {
    name: 'never reaches what became known after it',
    file: 'denials.ts',
    from: 'compareKnown(one, other) < 0',
    to: 'compareKnown(one, other) !== 0',
  },
  {
    name: 'never fells a higher band',
    file: 'denials.ts',
    from: 'bandOf(never.authority) >= bandOf(one.authority)',
    to: 'bandOf(never.authority) >= 0',
  },
  {
    name: 'never of a lower band contests nothing',
    file: 'denials.ts',
    from: 'bandOf(never.authority) < bandOf(one.authority)',
    to: 'bandOf(never.authority) < 0',
  },
  {
    name: 'any denial is named as the end of a value',
    file: 'resolve.ts',
    from: 'denial?.valueKey === last.winner.valueKey',
    to: 'denial !== undefined',
  },
  {
    name: 'conclusions in a circle hold each other up',
    file: 'standing.ts',
    from: 'circlesAmong(circle.filter(isOpen), sourcesOf)',
    to: 'circle.filter(isOpen).map((place) => [place])',
  },
  { name: 'a dead word counts', file: 'standing.ts', from: 'stands[denier] === true', to: 'true' },
  {
    name: 'the loss of one source fells',
    file: 'standing.ts',
    from: 'grounds.every((source)',
    to: 'grounds.some((source)',
  },
  {
    name: 'what is not known has fallen',
    file: 'standing.ts',
    from: 'source !== null && stands[source] === false',
    to: 'source === null || stands[source] === false',
  },
  {
    name: 'in a circle the earlier word counts',
    file: 'standing.ts',
    from: 'toSorted((a, b) => b - a)',
    to: 'toSorted((a, b) => a - b)',
  },
  {
    name: 'who was felled from outside still closes a circle',
    file: 'standing.ts',
    from: 'rest.length === circle.length',
    to: 'rest.length <= circle.length',
  },
  {
    name: 'what is known at an instant is not known then',
    file: 'fates.ts',
    from: 'one.knownAt <= knownAt',
    to: 'one.knownAt < knownAt',
  },
  {
    name: 'a dead successor replaces',
    file: 'supersession.ts',
    from: 'fates.get(id)?.alive === true',
    to: 'fates.has(id)',
  },
  {
    name: 'a circle of replacement turns the other way',
    file: 'supersession.ts',
    from: 'speaker > target',
    to: 'speaker < target',
  },
  {
    name: 'a word of the same band is too weak',
    file: 'resolve.ts',
    from: 'bandOf(word.authority) < bandOf(assertion.authority)',
    to: 'bandOf(word.authority) <= bandOf(assertion.authority)',
  },
  { name: 'a slot holds many values unless said otherwise', file: 'resolve.ts', from: "?? 'one'", to: "?? 'many'" },
  {
    name: 'equal neighbours stay apart',
    file: 'resolve.ts',
    from: 'last.winner.valueKey === part.winner.valueKey',
    to: 'last.winner === part.winner',
  },
];

const truth = resolve(import.meta.dirname, '../../main/truth');
const campaign = resolve(import.meta.dirname, 'campaign.ts');

/** Runs the properties against a copy of the rule; true where they hold. */
function holds(copy: string): Promise<boolean> {
  return new Promise((done, failed) => {
    execFile(process.execPath, [campaign, '--cases', '3000', '--seed', '1', '--truth', copy], (error, out) => {
      if (error === null) done(true);
      // A fault may also show as an exception within the rule; a copy that does not even load is no catch.
      else if (out.includes('FAILED')) done(false);
      else failed(error);
    });
  });
}

function copyWith({ file, from, to }: Mutant): string {
  const copy = mkdtempSync(join(tmpdir(), 'truth-mutant-'));
  cpSync(truth, copy, { recursive: true });
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} does not hold ${JSON.stringify(from)} exactly once`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  return copy;
}

if (!(await holds(truth))) throw new Error('the rule itself fails: run npm run test:truth');
let survived = 0;
for (const mutant of mutants) {
  const copy = copyWith(mutant);
  const caught = !(await holds(copy));
  if (!caught) survived++;
  console.log(`${caught ? 'caught  ' : 'SURVIVED'}  ${mutant.file.padEnd(16)} ${mutant.name}`);
  rmSync(copy, { recursive: true });
}
console.log(`${mutants.length - survived} of ${mutants.length} mutants caught`);
process.exitCode = survived === 0 ? 0 : 1;
