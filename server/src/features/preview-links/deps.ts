import type { Limits } from '@kindling/service/limits';
import type { createKeyedSemaphore, Semaphore } from '../../lib/semaphore.ts';
import type { DraftDeps } from '../embeds/index.ts';

export interface PreviewLinksDeps extends DraftDeps {
  publicUrl: string;
  limits: Limits;
  /** Anybody with a link may open it any number of times, so one account renders one preview at a time. */
  ofAccount: ReturnType<typeof createKeyedSemaphore>;
  ofAll: Semaphore;
}
