import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { PiperError } from '../main/base/errors.ts';

export type { InferenceSession, Tensor } from 'onnxruntime-node';

/** What this program uses of ONNX Runtime. */
export interface Onnx {
  readonly InferenceSession: typeof InferenceSession;
  readonly Tensor: typeof Tensor;
}

/** Loads ONNX Runtime when it is first needed. Throws PiperError `io` where its binary is missing or broken. */
export async function loadOnnx(): Promise<Onnx> {
  try {
    return await import('onnxruntime-node');
  } catch (cause) {
    throw new PiperError(
      'io',
      'The embedding runtime (onnxruntime-node) could not be loaded.',
      'Install again with `npm ci` on this machine. Search by words works meanwhile.',
      { cause },
    );
  }
}
