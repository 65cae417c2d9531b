import { isVerbAt } from '../../language/verbs.ts';
import type { Found, Rule, Sentence } from '../extraction.ts';
import { factOf, inClauses, pastFactOf } from '../facts.ts';
import { furtherItems } from '../lists.ts';
import { bare, edge, isNamed, isOpinion, isSubject, np, vp } from '../phrases.ts';
import { validityOf } from '../validity.ts';

/**
 * What is said of people. Predicates are the verb phrase in the present ("lives in", "works at"), or the noun where one
 * names the tie ("daughter"). Of home, employer, birthplace and spouse there is one at a time; of the rest there are many.
 */

/** "I" is whoever speaks; anybody else needs a name of his own. Null where neither is so. */
export function personOf(phrase: string, { source }: Sentence): string | null {
  if (/^i$/i.test(phrase.trim())) return source.kind === 'speech' ? source.author : null;
  return isPerson(phrase) ? bare(phrase) : null;
}

/** Capitals alone, as a person or an institution has them: at most four words. */
export function isPerson(phrase: string): boolean {
  const words = bare(phrase).split(' ');
  return (
    words.length <= 4 &&
    isSubject(phrase) &&
    !/['’]|^(?:\p{L}+ly|always|just|also|still|now|been|glad|today|yesterday|never|once|so|happy|proud)\b/iu.test(
      phrase,
    ) &&
    words.every((word) => /^\p{Lu}|^(?:de|van|von|der|of|the|and)$/u.test(word))
  );
}

const adverb =
  '(?: (?:now|currently|still|also|already|just|recently|originally|actually|always|mostly|formerly|only|since|finally))*';
const subject = `(?<who>i|${np}?)(?:['’](?:m|s|ve)| am| is| has| have| was| were)?(?: been)?${adverb}`;

interface Tie {
  readonly verb: RegExp;
  readonly predicate: string;
  readonly cardinality: 'one' | 'many';
}
/** Ties to a place, an institution or another person, each with the predicate it is kept under. */
const ties: readonly Tie[] = [
  { verb: /^(?:liv(?:e|es|ed|ing) in|resid(?:es?|ing) in|based in)/, predicate: 'lives in', cardinality: 'one' },
  { verb: /^(?:work(?:s|ed|ing)? (?:at|for)|employed (?:at|by))/, predicate: 'works at', cardinality: 'one' },
  { verb: /^(?:work(?:s|ing)? on)/, predicate: 'works on', cardinality: 'many' },
  { verb: /^born in/, predicate: 'born in', cardinality: 'one' },
  { verb: /^(?:raised in|grew up in)/, predicate: 'grew up in', cardinality: 'many' },
  { verb: /^(?:moved to|relocated to)/, predicate: 'moved to', cardinality: 'one' },
  { verb: /^(?:married(?: to)?)/, predicate: 'married to', cardinality: 'one' },
  { verb: /^engaged to/, predicate: 'engaged to', cardinality: 'one' },
  { verb: /^(?:from|comes? from|originally from)/, predicate: 'comes from', cardinality: 'one' },
  { verb: /^stud(?:y|ies|ied|ying) at/, predicate: 'studied at', cardinality: 'many' },
  { verb: /^graduated from/, predicate: 'graduated from', cardinality: 'many' },
  { verb: /^report(?:s|ed)? to/, predicate: 'reports to', cardinality: 'one' },
  { verb: /^joined/, predicate: 'joined', cardinality: 'many' },
  { verb: /^speaks?/, predicate: 'speaks', cardinality: 'many' },
  { verb: /^us(?:e|ing)/, predicate: 'uses', cardinality: 'many' },
  { verb: /^read(?:ing)?$/, predicate: 'read', cardinality: 'many' },
  { verb: /^play(?:s|ing)?/, predicate: 'plays', cardinality: 'many' },
  { verb: /^visited/, predicate: 'visited', cardinality: 'many' },
  { verb: /^bought/, predicate: 'bought', cardinality: 'many' },
  { verb: /^adopted/, predicate: 'adopted', cardinality: 'many' },
  { verb: /^started/, predicate: 'started', cardinality: 'many' },
  { verb: /^prefer/, predicate: 'prefers', cardinality: 'many' },
];
const verbs =
  'live in|lives in|lived in|worked at|worked for|reported to|living in|reside in|resides in|residing in|based in|work at|works at|working at|work for|works for|working for|employed at|employed by|work on|works on|working on|born in|raised in|grew up in|moved to|relocated to|married to|married|engaged to|from|come from|comes from|studied at|study at|studies at|studying at|graduated from|report to|reports to|joined|speak|speaks|use|using|read|reading|play|plays|playing|visited|bought|adopted|started|prefer|prefers';

/** A title in quotes or behind "called", else the phrase itself. */
const target = `(?:(?:a|an|the|this|that|some|another)\\b[^,.;]{0,80}? (?:called|named|titled) (?<title>${np})|(?<to>${np}))`;
const tied = new RegExp(`^${subject} (?<verb>${verbs}) ${target}${edge}`, 'u');

/** What a person takes up or takes home may be described: "I joined a travel club", "I just adopted this cute pup". */
const taken = /^(?:joined|adopted|bought)$/;
const described = /^(?:a|an|this|another|my first) [\p{L}\d' -]{2,40}$/iu;

const personal: Rule = {
  name: 'relation/person',
  trigger: new RegExp(`\\b(?:${verbs}) `, 'u'),
  read: (sentence) =>
    inClauses(sentence, tied, ({ who = '', verb = '', to, title }, _, rest) => {
      const person = personOf(who, sentence);
      const object = title ?? to ?? '';
      const tie = ties.find(({ verb: form }) => form.test(verb.toLowerCase()));
      if (person === null || tie === undefined || !isTieObject(sentence, who, verb, object)) return null;
      if (/^i$/i.test(who) === false && /^(?:use|using|from|read|reading|started|play)/i.test(verb)) return null;
      // "I started filling it in": an activity ends there, or a time follows.
      if (/^started$/i.test(verb) && /^ (?:it|them|him|her|that|this|how|what|on|into|off|up)\b/.test(rest))
        return null;
      return [withoutTime(object), ...furtherItems(rest)]
        .slice(0, tie.cardinality === 'one' ? 1 : 10)
        .flatMap((each) => tiedTo(sentence, person, tie, verb, each));
    }).flat(),
};

/** "A gym last week": the time is none of its words. */
function withoutTime(object: string): string {
  return object
    .replace(/ (?:last|this|next|yesterday|today|recently|ago|too|again|actually)(?: \p{L}+)?$/u, '')
    .replace(/ (?:\d+|two|three|four|five|six|seven|ten|several) (?:days|weeks|months|years)$/u, '');
}

function tiedTo(
  sentence: Sentence,
  person: string,
  { predicate, cardinality }: Tie,
  verb: string,
  object: string,
): Found[] {
  const rule = 'relation/person';
  if (/^(?:lived|worked|reported) /i.test(verb)) {
    const fact = pastFactOf(sentence, { subject: person, predicate }, object);
    return fact === null ? [] : [{ rule, family: 'relation', fact }];
  }
  if (cardinality === 'one') {
    const fact = factOf(sentence, { subject: person, predicate }, object, [], 'one');
    return [{ rule, family: 'relation', fact }];
  }
  const { validFrom, validTo } = validityOf(sentence, [object]);
  const tie = { from: person, relation: predicate, to: bare(object) };
  const dated = { ...(validFrom && { validFrom }), ...(validTo && { validTo }) };
  return [{ rule, family: 'relation', edge: { ...tie, ...dated } }];
}

function isTieObject(sentence: Sentence, who: string, verb: string, object: string): boolean {
  if (/^\d+(?:s)?$|ing\b.* /.test(bare(object))) return false;
  if (isNamed(object)) {
    return (
      isSubject(object) ||
      (/^(?:a|an) /i.test(object) === false && bare(object).length > 1 && /^my /i.test(object) === false)
    );
  }
  if (sentence.source.kind !== 'speech' || !/^i$/i.test(who)) return false;
  if (/^started$/i.test(verb))
    return (
      /^\p{Ll}+ing(?: \p{L}+)?$/u.test(bare(object)) &&
      !/^(?:being|getting|going|having|doing|feeling|making|trying|thinking|looking|seeing|learning|filling|talking|using|working)\b/.test(
        bare(object),
      )
    );
  return (
    taken.test(verb.toLowerCase()) &&
    described.test(object) &&
    !isOpinion(object) &&
    !/\b(?:one|some|ones)$/i.test(object)
  );
}

const state = new RegExp(
  `^${subject} (?<state>allergic to|(?:an? )?(?:big |huge |lifelong )?fan of|passionate about|interested in|afraid of|scared of|terrified of|fluent in|certified in) (?<to>${np}(?: with ${np})?)${edge}`,
  'u',
);
/** Lasting states that have an object: "I'm allergic to peanuts". */
const states: Rule = {
  name: 'relation/state',
  trigger:
    /\b(?:allergic to|fan of|passionate about|interested in|(?:afraid|scared|terrified) of|fluent in|certified in) /,
  read: (sentence) =>
    inClauses(sentence, state, ({ who = '', state: word = '', to = '' }, _, rest) => {
      const person = personOf(who, sentence);
      // "Interested in how…", "passionate about what…" and objects of activities stay open.
      if (/^ (?:how|what|whether|that|if|it|you|them)\b/.test(rest)) return null;
      if (person === null || /^(?:\p{L}+ing|the|this|that|your|his|her|their|it|my|what)\b/iu.test(to)) return null;
      const relation = word.toLowerCase().replace(/^an? |\b(?:big|huge|lifelong) /g, '');
      return { rule: 'relation/state', family: 'relation', edge: { from: person, relation, to: bare(to) } } as const;
    }),
};

const deeds =
  'went to|attended|won|lost|quit|sold|made|painted|wrote|built|created|finished|completed|opened|launched|published|hosted|organi[sz]ed|got|signed up for|applied for|enrolled in|volunteered at|performed at|performed in|teamed up with|partnered with|ordered|received|planted|baked|cooked|designed|founded|rented';
const deed = new RegExp(
  `^i(?:['’]ve| have)?${adverb} (?<verb>${deeds}) (?<to>${np}(?: (?:at|for|in|with|about) (?:a |an |the |my )?${np})?)${edge}`,
  'u',
);
/** What is done and comes to nothing that could be named: "made a difference", "got the chance". */
const abstract =
  /\b(?:differences?|decisions?|time|times|chance|look|mistakes?|points?|promise|break|steps?|change|changes|progress|idea|ideas|feeling|sense|plans?|call|calls|sure|news|stuff|things?|some|lot|bunch|bit|best|hang|handle|way|kick|goosebumps|opportunity|feedback|connections?|it|them|that|there|back|home|bed|sleep|ton|tons|taste|new|support|help|motivation|hope|courage|everything|friends?|message|messages|reply|start|place|places|one|ones|couple|few)$/i;
/** What a person did, bought or made: "I went to a support group", "I finished my thesis". */
const doings: Rule = {
  name: 'relation/deed',
  trigger: new RegExp(`\\bI(?:['’]ve| have)? (?:\\p{Ll}+ )?(?:${deeds}) `, 'u'),
  read: (sentence) => {
    const { author, kind } = sentence.source;
    if (author === null || kind !== 'speech') return [];
    return inClauses(sentence, deed, ({ verb = '', to = '' }, _, rest) => {
      const object = withoutTime(to);
      const [head = ''] = object.split(/ (?:at|for|in|with|about|of) /);
      const told =
        /^(?:a|an|my|the first|another) [\p{L}\d"“'‘-]/iu.test(object) ||
        (isNamed(object) && !/^(?:the|this|that|your|his|her|their|some)\b/i.test(object));
      if (
        !told ||
        abstract.test(head) ||
        isOpinion(head) ||
        /['’]s?$/.test(object) ||
        /^ (?:and|so|to|that|how|who|what|it|you|up|off)\b/.test(rest)
      )
        return null;
      // "I've got" is a state, and of what is mostly said in passing.
      if (/\b(?:uh|um|story)\b/.test(object) || (/^got$/i.test(verb) && /['’]ve got|have got/i.test(sentence.text)))
        return null;
      if (/^(?:got|made|had)$/i.test(verb) && (/ing\b/.test(object) || /^my\b/i.test(object))) return null;
      const { validFrom, validTo } = validityOf(sentence, [object]);
      const tie = { from: author, relation: verb.toLowerCase(), to: bare(object) };
      const dated = { ...(validFrom && { validFrom }), ...(validTo && { validTo }) };
      return { rule: 'relation/deed', family: 'relation', edge: { ...tie, ...dated } } as const;
    });
  },
};

const occupation = new RegExp(
  `^${subject} (?:(?<as>works? as|working as|worked as) (?:an? |the )?|an? )(?<role>(?!(?:well|usual|expected|intended|follows)\\b)[\\p{Ll}-]+(?: [\\p{Ll}-]+){0,3})(?: (?:at|for|with) (?<at>${np}))?${edge}`,
  'u',
);
/** Words for what people do for a living. */
export const trades =
  /(?:eer|ist|ician|ologist|teacher|doctor|nurse|lawyer|attorney|chef|cook|baker|writer|author|painter|designer|developer|programmer|manager|director|officer|consultant|accountant|assistant|architect|analyst|editor|producer|photographer|farmer|driver|pilot|professor|lecturer|researcher|student|trainer|coach|dancer|singer|actor|actress|player|carpenter|plumber|electrician|mechanic|veterinarian|vet|librarian|translator|interpreter|counsel+or|therapist|volunteer|entrepreneur|vegetarian|vegan|minister|mayor|judge|surgeon|paramedic|firefighter|soldier|veteran|barista|waiter|waitress|cashier|tailor|hairdresser)$/;
/** "I'm a nurse", "Ben works as a data engineer at Acme". */
const works: Rule = {
  name: 'value/occupation',
  trigger: /(?:\b(?:I am|is|was)|['’][ms]) an? \p{Ll}|\bwork(?:s|ing)? as /u,
  read: (sentence) =>
    inClauses(sentence, occupation, ({ who = '', as, role = '', at }) => {
      const person = personOf(who, sentence);
      const words = role.split(' ');
      if (person === null || isOpinion(role) || words.some((_, place) => place > 0 && isVerbAt(words, place)))
        return null;
      if (as === undefined && !trades.test(role)) return null;
      // "I was a teacher" tells of a past that has no dates here.
      const present =
        as === undefined
          ? /^(?:i['’]m|i am|.+(?: is|['’]s)) (?:(?:now|currently|also|still) )*an? /i.test(`${textOf(sentence, who)}`)
          : !/ed as/i.test(as);
      if (!present) return null;
      const fact = factOf(
        sentence,
        {
          subject: person,
          predicate:
            as === undefined && /(?:vegetarian|vegan|student|volunteer|veteran|entrepreneur)$/.test(role)
              ? 'is a'
              : 'works as',
        },
        at && isNamed(at) ? `${role} at ${bare(at)}` : role,
        [],
        'many',
      );
      return { rule: 'value/occupation', family: 'value', fact } as const;
    }),
};

/** The clause that begins with the person. */
function textOf({ clauses }: Sentence, who: string): string {
  return clauses.find((clause) => clause.startsWith(who)) ?? '';
}

const like = new RegExp(
  `^i(?: (?:really|absolutely|also|just|still|always))* (?<verb>love|like|enjoy|prefer|hate|dislike) (?<what>\\p{Ll}{2,}ing(?: [\\p{L}\\d-]+){0,3}|${np})(?<over> (?:over|to|rather than) ${vp})?${edge}`,
  'u',
);
/** Likings: of an activity, or of what has a name. */
const likes: Rule = {
  name: 'relation/likes',
  trigger: /\bI (?:\p{Ll}+ )?(?:love|like|enjoy|prefer|hate|dislike) /u,
  read: (sentence) => {
    const { author, kind } = sentence.source;
    if (author === null || kind !== 'speech') return [];
    return inClauses(sentence, like, ({ verb = '', what = '', over }, _, rest) => {
      const words = bare(what).replace(/ too$/, '');
      const activity =
        !/ (?:with|into|on|at|of|to|for|in|up|by)$/.test(words) &&
        /^\p{Ll}{2,}ing(?: (?!how|what|the|that|this|it|them|you|your|him|her|us|my)[\p{L}\d-]+){0,2}$/u.test(words) &&
        !/^(?:something|anything|everything|nothing|being|seeing|hearing|having|knowing|getting|thing|learning|finding|looking|going|doing|feeling|making|taking|watching them)\b/.test(
          words,
        );
      // "I love sinking into…", "I love that Acme…": more belongs to it.
      if (/^ (?:into|with|on|at|of|to|how|what|about|that|it|from|is|are)\b/.test(rest) && over === undefined)
        return null;
      const known =
        isNamed(what) &&
        /\p{Lu}|[`"“]/u.test(words) &&
        isSubject(what) &&
        !/^(?:the|this|that|your|his|her|a|an)\b/i.test(what);
      const choice = verb.toLowerCase() === 'prefer' && over !== undefined && isSubject(what);
      if (!activity && !known && !choice) return null;
      const relation = `${verb.toLowerCase()}s`;
      return { rule: 'relation/likes', family: 'relation', edge: { from: author, relation, to: words } } as const;
    });
  },
};

export const peopleRules: readonly Rule[] = [states, works, personal, doings, likes];
