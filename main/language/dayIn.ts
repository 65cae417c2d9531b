/** "12 September 2026". */
export function dayIn(ms: number, timeZone: string): string {
  const form = forms.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
  forms.set(timeZone, form);
  return form.format(ms);
}

/** A format costs a millisecond to make; there are few hundred zones. */
const forms = new Map<string, Intl.DateTimeFormat>();
