/** The operator's language model, by the API that OpenAI-compatible servers share. */
import { z } from 'zod';
import { createHttpClient, HttpClientError } from '../../lib/http-client.ts';

/** Above the longest reply in any script, and small enough to bound the cost of a draft. */
const maxTokens = 1_000;
/** An answer holds one reply and a few numbers. */
const maxBytes = 200_000;

export interface ChatMessage {
  role: 'system' | 'user';
  content: string;
}

export interface ChatModel {
  /** With its port. */
  host: string;
  simulated: boolean;
  /**
   * The model's answer as it came; null when it is no complete text in the expected format.
   * @throws ModelUnavailable; the reason of the signal when it is aborted
   */
  complete(messages: readonly ChatMessage[], signal: AbortSignal): Promise<string | null>;
}

/** `retry`: it may work at once. The message holds no text of a review and none of the model. */
export class ModelUnavailable extends Error {
  readonly retry: boolean;

  constructor(message: string, retry: boolean) {
    super(message);
    this.name = 'ModelUnavailable';
    this.retry = retry;
  }
}

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

export function createChatModel(settings: {
  url: string;
  model: string;
  key: string | null;
  simulated: boolean;
}): ChatModel {
  const { url, model, key, simulated } = settings;
  const client = createHttpClient(url, { maxBytes });
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  return {
    host: new URL(url).host,
    simulated,
    async complete(messages, signal) {
      const json = { model, messages, max_tokens: maxTokens, temperature: 0.4, stream: false };
      const answer = await client
        .call({ method: 'POST', path: '/chat/completions', json, headers, signal })
        .catch((error: unknown) => {
          if (!(error instanceof HttpClientError)) throw error;
          throw new ModelUnavailable(error.message, error.reason === 'network');
        });
      if (answer.status !== 200)
        throw new ModelUnavailable(`answered with status ${answer.status}`, answer.status >= 500);
      const [choice] = answerSchema.safeParse(answer.json).data?.choices ?? [];
      // A text that was cut at the limit ends in the middle of a sentence.
      return choice === undefined || choice.finish_reason === 'length' ? null : choice.message.content;
    },
  };
}
