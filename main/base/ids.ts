import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Makes ids that sort by time. */
export interface Ids {
  next(): string;
}

/** UUIDv7 (RFC 9562 §5.7): 48 bits of milliseconds, then randomness. `random` is given for repeatable runs. */
export function uuidv7(clock: Clock, random: (bytes: number) => Uint8Array = randomBytes): Ids {
  return {
    next() {
      const bytes = Buffer.from(random(16));
      bytes.writeUIntBE(clock.now(), 0, 6);
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      const hex = bytes.toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  };
}
