import { convert } from '../bench/convert/convert.ts';
import { serveThread } from './thread.ts';

/** The thread that makes a benchmark folder of a public set: reading one takes longer than the socket may wait. */
const functions = { convert };
export type ConverterThread = typeof functions;

serveThread(functions);
