const functionWords = new Set(
  `a about above after again all also am an and any are as at back be because been before being below between both but by can could
  did do does doing done down during each else ever every few first for from further get give given go going got had has have having
  he her here him his how i if in into is it its just know last let like long look made make may me mean more most much must my need
  never no nobody nor not now of off ok on once one only or other our out over own part per please pls put quite rather said same say
  see seen she should since so some someone something still such take tell than thanks that the their them then there these they thing
  this those though through to today too two under until up upon us use very was we well were what when where whether which while who
  whom whose why will with within without would yes yet you your hello hey hi`.split(/\s+/),
);

/** A word's stem, cut roughly: enough to see that "failing" and "failed" are one word. */
export function stem(word: string): string {
  const cut = word.replace(/(?:'s|ations?|ings?|edly|ed|ies|es|s|ly|ment|ness)$/, '');
  return cut.length >= 3 ? cut : word;
}

/** Stems of the words of a text that carry content, without those of the given names. */
export function contentStems(text: string, names: readonly string[] = []): Set<string> {
  const bare = names.reduce((rest, name) => rest.replaceAll(name, ' '), text);
  const words = bare.toLowerCase().match(/[\p{L}][\p{L}']*/gu) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !functionWords.has(word)).map(stem));
}

export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...one].filter((member) => other.has(member));
}

/** With a capital first letter, unless it starts with a name that is written as it is. */
export function capital(text: string, name = ''): string {
  if (name && text.startsWith(name)) return text;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

export function mentions(text: string, name: string): boolean {
  let at = text.indexOf(name);
  while (at >= 0) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + name.length] ?? ' ';
    const next = text[at + name.length + 1] ?? ' ';
    const runsOn = /[\w]/.test(after) || (/[-_.]/.test(after) && /\w/.test(next));
    if (!/[\w-]/.test(before) && !runsOn) return true;
    at = text.indexOf(name, at + 1);
  }
  return false;
}
