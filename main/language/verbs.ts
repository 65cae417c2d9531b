import { auxiliaries, determiners, interjections, prepositions } from './functionWords.ts';

/** Common verbs by their base form: those that are followed by an object or by a preposition. */
const bases = `accept add aim allow answer appear apply arrive ask attend back bake begin belong bill block book border
  breathe broadcast build buy call carry cause chair charge charter check clean close coach collect come compete compile
  complete compose conduct connect contain control cook cool cost cover create cross cut date deal default defend deliver
  depart depend deploy describe design develop direct display distribute dock draw drink drive earn eat edit emit employ
  enter escalate exceed expire export expose fall favor favour feed fill fly follow forward found fuel fund generate give
  go govern grow guard guide handle hang have head heat help hire hold host house import include insure invent issue join
  judge keep lack land last launch lay lead learn lease leave lie like limit link list listen live load lock love maintain
  make manage manufacture mark measure meet mount move name need observe occupy offer open operate order own owe pack paint
  park pass pay perform pin place plant play point power practise practice prefer present preside print process produce
  prohibit promote protect provide publish pump race rank reach read receive record refer regulate release rent replace
  report represent require reside resolve rest ride rise roast route rule run sail salute score seat sell send serve set
  settle share ship show sign sing sit sleep sort speak specialise specialize sponsor stand start stay stock stop store
  study supply support take target teach test thaw tolerate tour track trade train travel treat trigger turn use value
  visit wait wear weigh win work worship write`
  .split(/\s+/)
  .filter((word) => word !== '');

const irregular = new Set(
  `began bought built came chose cost cut drank drew drove ate fell fed flew forgot found gave went grew hung held kept
   laid led learnt left lay lost made meant met paid put read rode rose ran said sang sat saw sold sent set showed shot
   slept sold spoke spent stood stole swam taught took thought told understood woke wore won wrote known born`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const baseForms = new Set(bases);
const thirdPerson = new Set(bases.map(thirdPersonOf));

function thirdPersonOf(base: string): string {
  if (base === 'have') return 'has';
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(base) ? `${base}es` : `${base}s`;
}

/** Whether a word can be a verb with its subject left out: “Returns the number”, “Use the second port”. */
export function isBareVerb(lower: string): boolean {
  return baseForms.has(lower) || thirdPerson.has(lower) || reporting.has(lower);
}

/** Words in -ed that are no form of a verb. */
const notPast = /^(?:need|seed|speed|feed|breed|weed|indeed|hundred|bed|red|shed|sled|embed|naked|wicked|sacred)$/;

/**
 * Whether the word at `at` is a finite verb or a participle, as far as its form and its neighbour tell. Only words in
 * lower case count: what is capitalised belongs to a name. `words` as written.
 */
export function isVerbAt(words: readonly string[], at: number): boolean {
  const word = words[at];
  if (word === undefined || !/^[a-z]/.test(word)) return false;
  if (auxiliaries.has(word)) return true;
  const before = words[at - 1];
  // “the plays of Shakespeare”, “in works by Monet”, “Dylan's works”: a noun.
  const afterNoun =
    before !== undefined && !determiners.has(before) && !prepositions.has(before) && !/['’]s?$/.test(before);
  if (!afterNoun) return false;
  if (irregular.has(word) || thirdPerson.has(word)) return true;
  if (/[a-z]{2}ed$/.test(word) && !notPast.test(word)) return true;
  return baseForms.has(word) && /[^s'’]s$/.test(before);
}

/**
 * The verb of a sentence in which none was recognised: a word in -s after a noun, the first with an object or a
 * preposition behind it (“kubeproxy fronts the gateway”), else the last (“the yeast team cultures strain W303”); −1 if
 * there is none.
 */
export function unknownVerb(words: readonly string[]): number {
  const candidates = words.flatMap((word, at) => {
    const [before, after] = [words[at - 1], words[at + 1]];
    if (before === undefined || after === undefined || !/^[a-z]{2,}[^suia']s$/.test(word)) return [];
    const noun =
      interjections.has(word) || determiners.has(before) || prepositions.has(before) || /['’]s?$/.test(before);
    return noun ? [] : [{ at, after }];
  });
  const clear = candidates.find(
    ({ after }) => determiners.has(after) || prepositions.has(after) || /^[\p{Lu}\p{N}"“`]/u.test(after),
  );
  return (clear ?? candidates.at(-1))?.at ?? -1;
}

/** Verbs that report what somebody thinks or says: what follows is theirs. */
export const reporting = new Set(
  `say says said think thinks thought believe believes believed feel feels felt seem seems seemed claim claims claimed
   suggest suggests suggested hope hopes hoped want wants wanted guess suppose wonder wonders mean means looks sounds`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
