import { z } from 'zod';
import { ErrorBody } from './errors.ts';

/** JSON-RPC 2.0, one message a line. The longest line that a server reads is 16 MiB. */
export const maxLineBytes = 16 * 1024 * 1024;

export const RpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
  deadlineMs: z.number().int().min(1).max(600_000).optional().describe('Extension: answer within this or give up.'),
});
export type RpcRequest = z.infer<typeof RpcRequest>;

export const RpcError = z.object({ code: z.number().int(), message: z.string(), data: ErrorBody });
export const RpcResponse = z.union([
  z.object({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number(), z.null()]), result: z.unknown() }),
  z.object({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number(), z.null()]), error: RpcError }),
]);
export type RpcResponse = z.infer<typeof RpcResponse>;
