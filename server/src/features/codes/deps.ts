import type { Limiter } from '@kindling/service/limiter';
import type { Database } from '../../db/client.ts';
import type { KeyedSemaphore } from '../../lib/semaphore.ts';
import type { ReviewSites } from '../pipelines/index.ts';
import type { CodeRenderer } from './code-renderer.ts';

/** The dependencies of the slice; module.ts builds them. */
export interface CodesDeps {
  db: Database;
  /** Origin of the addresses that codes hold. */
  publicUrl: string;
  reviewSites: ReviewSites;
  renderer: CodeRenderer;
  /** Turns for scan checks, by the account. One child process makes all of them, each for about 200 ms. */
  scanChecks: KeyedSemaphore;
  /** Per account. What is left of a deleted code stays for good. */
  removals: Limiter;
}
