const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));

/** The closed classes of English: words that hold a sentence together and name nothing themselves. Lower case. */
export const articles = words('the a an');
export const determiners = words(
  'the a an my our your his her its their this that these those some any every each no both all',
);
export const prepositions = words(
  `of in at on by for to from with as into onto under over near through via per within during since until till against
   among between beside behind above below after before across along around toward towards inside outside upon off`,
);
/** After these a phrase says what something is compared with or speaks about, not what it is. */
export const looseWords = words('than like about without except despite because if when while unless although whether');
export const pronouns = words(
  `i we you he she it they me us him her them this that these those there here who whom what which whose where why how
   someone somebody something anyone anybody anything everyone everybody everything nobody nothing none one another
   his its their mine yours`,
);
export const personalPronouns = words('we you he she it they');
/** What a clause begins with that is true only under a condition or at a time. */
export const conditions = words(
  'if when whenever while because although though unless since once whether after before until as suppose',
);
/** What joins a clause to others, or asks for something. */
export const subordinators = words('that than so but or and nor maybe perhaps let please note');
/** Wherever they stand, what is said holds only sometimes. */
export const restrictions = words('if unless when whenever whether while because although though otherwise');
export const interjections = words(
  'hey hi hello thanks thank yes yeah no well oh ok okay sure wow great welcome sorry congratulations',
);
export const copulas = words('is are was were be been being became becomes remains stays equals');
export const auxiliaries = words(`${[...copulas].join(' ')} has have had does do did will shall gets got`);
/** With these a statement says what is possible, wished or denied, which another one does not replace. */
export const unassertive = words(
  `not never no n't cannot can could may might must should would ought neither nor without hardly barely rarely
   don't doesn't didn't isn't aren't wasn't weren't won't can't couldn't shouldn't wouldn't hasn't haven't hadn't`,
);
/** Adverbs that neither name nor restrict what is said. */
export const passingAdverbs = words('now currently presently still already also again just officially today');
/** Small words that may stand inside a name: “A Wizard of Earthsea”, “Ludwig van Beethoven”, “Death on the Nile”. */
export const wordsInNames = words(
  `of the and & or de la le les van von der den du del della di da y e al el bin ibn to in on for at with from by a an
   as vs`,
);
export const timeWords = words(
  `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
   sundays january february march april may june july august september october november december jan feb mar apr jun
   jul aug sep sept oct nov dec today tomorrow yesterday tonight noon midnight morning evening afternoon spring summer
   autumn winter weekend am pm`,
);
