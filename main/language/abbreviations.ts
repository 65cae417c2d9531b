/** Alternatives of an expression: what stands before a name, and its full stop ends nothing. */
export const titles = 'Mr|Mrs|Ms|Mx|Dr|Prof|Hon|St|Mt|Rev|Fr|Gen|Gov|Sen|Rep|Capt|Cmdr|Lt|Col|Maj|Sgt|Pres|Messrs';
/** Alternatives of an expression: what stands behind a name. */
export const nameEndings = 'Inc|Ltd|Co|Corp|Bros|Sr|Jr';
