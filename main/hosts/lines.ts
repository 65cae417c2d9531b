const newline = 0x0a;

export interface LineReader {
  push(chunk: Buffer): void;
  /** The far side will send no more: what is left counts as a last line. */
  end(): void;
}

/**
 * Cuts a byte stream into lines, however its chunks fall. A line of more than `maxBytes` is reported once and skipped
 * to its end, so that it costs no more memory than the limit and the line after it is read as usual.
 */
export function lineReader(
  maxBytes: number,
  on: { readonly line: (bytes: Buffer) => void; readonly tooLong: () => void },
): LineReader {
  let parts: Buffer[] = [];
  let size = 0;
  let skipping = false;

  const keep = (part: Buffer) => {
    if (skipping || part.length === 0) return;
    if (size + part.length > maxBytes) {
      skipping = true;
      parts = [];
      size = 0;
      on.tooLong();
      return;
    }
    parts.push(part);
    size += part.length;
  };
  const finish = () => {
    const line = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, size);
    const skipped = skipping;
    parts = [];
    size = 0;
    skipping = false;
    if (!skipped && line.length > 0) on.line(line);
  };

  return {
    push(chunk) {
      let start = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, start)) {
        keep(chunk.subarray(start, at));
        finish();
        start = at + 1;
      }
      keep(chunk.subarray(start));
    },
    end: finish,
  };
}
