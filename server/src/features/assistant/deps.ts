import type { Limiter } from '@kindling/service/limiter';
import type { Database } from '../../db/client.ts';
import type { Log } from '../../lib/log.ts';
import type { KeyedSemaphore } from '../../lib/semaphore.ts';
import type { getReplySubject } from '../reviews/index.ts';
import type { ChatModel } from './chat-model.ts';

export interface AssistantDeps {
  db: Pick<Database, 'pool'>;
  reviews: Parameters<typeof getReplySubject>[0];
  /** Null where the operator has set up no assistant. */
  model: ChatModel | null;
  /** Drafts of a person in a minute. */
  perPerson: Limiter;
  /** Drafts of an account at once. */
  byAccount: KeyedSemaphore;
  /** For a draft with its second attempt, in ms. */
  timeoutMs: number;
  log: Log;
}
