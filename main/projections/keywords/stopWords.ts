/**
 * Function words and question words of English, left out of a question that has others: they are in almost every item
 * and tell nothing of what it is about. `may` and `will` as names, and every noun and full verb, stay in.
 */
export const stopWords: ReadonlySet<string> = new Set(
  `a about am an and any are as at be because been being but by can cannot could did do does doing done for from had
  has have having he her hers him his how i if in into is it its just let many me might much must my no nor not of on
  or our ours shall she should so some such than that the their theirs them then there these they this those to too
  us was we were what whatever when where whether which while who whom whose why will with would you your yours
  arent cant couldnt didnt doesnt dont hadnt hasnt havent hes id ill im isnt ive lets shes shouldnt thats theres
  theyre theyve theyll wasnt werent weve whats wheres whos wont wouldnt youd youll youre youve`.split(/\s+/),
);
