/** Every number that makes the benchmark harder or easier, in one place. Raising a count makes it harder. */
export const knobs = {
  /** Objects of a corpus, by size. Only distractors differ. */
  sizes: { small: 790, standard: 2500, stress: 10_050 },
  /** Probes of a family. */
  probesPerFamily: 30,
  /** Share of each family's probes whose phrasing comes from the sealed bank. */
  sealedShare: 0.25,
  /** Share of questions that call a setting by other words than its current statement does. */
  paraphraseShare: 0.75,
  /** Restatements of outdated values, in the question's own words, per chain of versions. */
  staleTwins: 2,
  /** Objects that mention an exact id without answering for it, per lexical case. */
  idMentions: 2,
  /** Objects that state the same thing of a near-identical id, per lexical case. */
  nearIds: 1,
  /** Asides that may stand before and after a statement. */
  asidesBefore: 2,
  asidesAfter: 2,
  /** Share of texts with a slip of the keyboard. */
  typoShare: 0.04,
  /** At most so many asides around what is told in other words than it is asked for. */
  paraphraseAsides: 1,
  /** Objects that mention an entity, at least, before a question about its absent relation is asked. */
  coveredBy: 4,
  /** At most this many negatives are listed per class. */
  negativesPerClass: 4,
  /** No phrasing (frame and form together) is used more often than this. */
  phrasingRepeats: 2,
  /** A naive-Bayes reader of the first three words must guess the family in fewer cases. */
  guessLimit: 0.5,
} as const;
