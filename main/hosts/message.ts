import { PiperError } from '../base/errors.ts';

/** Nothing in the contract nests deeper; what does would overflow the stack of whoever walks it. */
const maxDepth = 64;
/** Values in one message, lists and objects included: parsing millions of them would hold every other client up. */
const maxValues = 100_000;

const quote = 0x22;
const backslash = 0x5c;

/** Parses one message off the wire, after a look at its outline that costs next to nothing. */
export function parseMessage(text: string): unknown {
  checkOutline(text);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own sentence quotes what it was given.
    throw new PiperError('parse-error', 'The message is not JSON.', 'Send one JSON object a line, in UTF-8.');
  }
}

function checkOutline(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      values += 1;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === 0x2c) values += 1;
    if (depth > maxDepth) throw refused(`nest deeper than ${maxDepth} levels`, 'Send a flatter object.');
    if (values > maxValues)
      throw refused(`hold more than ${maxValues} values`, 'Send less at a time, or import a file.');
  }
}

/** The place of the quote that closes the string which opens at `start`; the text's end where none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

function refused(what: string, remedy: string): PiperError {
  return new PiperError('invalid-request', `A message must not ${what}.`, remedy);
}
