import { z } from 'zod';
import type { ModelSettings } from './config.ts';
import { type Endpoint, unexpectedAnswer } from './endpoint.ts';

/** A model that answers a text with a text. */
export interface ChatModel {
  readonly name: string;
  /** Its answer as it comes, in JSON if it obeys. Throws PiperError `endpoint-failed`, or `cancelled` once closed. */
  complete(prompt: { readonly system: string; readonly user: string }): Promise<string>;
  close(): void;
}

const Answer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

/** A user's own model behind POST {baseUrl}/chat/completions, asked for one JSON object. */
export function openChatModel(
  endpoint: Endpoint,
  { name, temperature }: Pick<ModelSettings, 'name' | 'temperature'>,
): ChatModel {
  return {
    name,
    async complete({ system, user }) {
      const body = {
        model: name,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        response_format: { type: 'json_object' },
        ...(temperature === null ? {} : { temperature }),
        stream: false,
      };
      const answer = await endpoint.post('/chat/completions', body, { tries: 4, timeoutMs: 120_000 });
      const { success, data } = Answer.safeParse(answer);
      if (!success) throw unexpectedAnswer('model', 'its answer holds no message');
      return data.choices[0]?.message.content ?? '';
    },
    close: () => endpoint.close(),
  };
}
