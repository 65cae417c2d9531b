import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { PiperError } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';

/** `model.json`: what a sentence model needs besides its weights, and the checksums of its files. */
const ModelSettings = z.object({
  id: z.string().min(1),
  name: z.string(),
  dimensions: z.number().int().min(1).max(8192),
  maxTokens: z.number().int().min(8).max(8192),
  pooling: z.enum(['mean', 'cls']),
  normalize: z.literal(true),
  queryPrefix: z.string().default(''),
  passagePrefix: z.string().default(''),
  sha256: z.record(z.string(), z.string()),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

export interface ModelFiles {
  readonly settings: ModelSettings;
  /** The ONNX graph with its weights, whole. */
  readonly onnx: Uint8Array;
  /** `tokenizer.json`, parsed. */
  readonly tokenizer: object;
  /** SHA-256 (hex) over the checksums of both files: names exactly these weights and this vocabulary. */
  readonly checksum: string;
}

/**
 * Reads a model's folder and checks each file against `model.json`. Throws PiperError `model-missing` when a file is
 * missing or differs.
 */
export function readModel(modelDir: string): ModelFiles {
  const settings = readSettings(modelDir);
  const onnx = readChecked(modelDir, 'model.onnx', settings);
  const tokenizer = readChecked(modelDir, 'tokenizer.json', settings);
  return {
    settings,
    onnx: onnx.bytes,
    tokenizer: JSON.parse(tokenizer.bytes.toString('utf8')) as object,
    checksum: sha256(onnx.hash, tokenizer.hash),
  };
}

function readSettings(modelDir: string): ModelSettings {
  const bytes = read(modelDir, 'model.json');
  try {
    return ModelSettings.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw unusable(modelDir, 'its model.json cannot be understood', cause);
  }
}

function readChecked(modelDir: string, file: string, settings: ModelSettings): { bytes: Buffer; hash: string } {
  const bytes = read(modelDir, file);
  const hash = sha256(bytes);
  if (hash !== settings.sha256[file]) throw unusable(modelDir, `${file} is damaged or of another version`);
  return { bytes, hash };
}

function read(modelDir: string, file: string): Buffer {
  try {
    return readFileSync(join(modelDir, file));
  } catch (cause) {
    throw unusable(modelDir, `${file} cannot be read`, cause);
  }
}

function unusable(modelDir: string, why: string, cause?: unknown): PiperError {
  return new PiperError(
    'model-missing',
    `The embedding model ${basename(modelDir)} cannot be used: ${why}.`,
    'Install Piper Memory again, or put the model back under resources/models. Search by words works meanwhile.',
    { cause },
  );
}
