/**
 * Reads the look of pages of other sites in a child process (lib/child-worker.ts), so that a page or a style sheet which is made
 * to block a parser or to fill its memory delays no other request.
 */
import { siteLookSchema } from '@kindling/contract/site-look';
import { z } from 'zod';
import { AppError } from '../../../lib/app-error.ts';
import { ChildWorkerError, createChildWorker } from '../../../lib/child-worker.ts';
import type { Log } from '../../../lib/log.ts';

const cpuLimitMs = 5_000;

export interface SiteLookQuestion {
  html: string;
  /** Of the page, after redirects. */
  url: string;
  /** The texts of its style sheets; null asks for their addresses. */
  sheets: readonly string[] | null;
}

const answerSchema = z.union([
  z.object({ tooLarge: z.literal(true) }),
  z.object({ links: z.array(z.string()) }),
  z.object({ look: siteLookSchema.nullable() }),
]);
export type SiteLookReply = z.infer<typeof answerSchema>;

export interface SiteLookReader {
  /**
   * Answers `tooLarge` for a page beyond the limits of nodes, depth, memory and time.
   * @throws AppError `unavailable` if the process failed for a reason that is not the page
   */
  ask(question: SiteLookQuestion): Promise<SiteLookReply>;
  close(): void;
}

export function createSiteLookReader(log: Pick<Log, 'warn'>): SiteLookReader {
  const worker = createChildWorker({
    from: import.meta.url,
    program: 'site-look-child',
    heapMegabytes: 256,
    cpuLimitMs,
    log,
  });
  return {
    async ask(question) {
      try {
        return answerSchema.parse(await worker.run(question));
      } catch (error) {
        if (!(error instanceof ChildWorkerError)) throw error;
        if (error.reason === 'ended') throw new AppError('unavailable', undefined, { cause: error });
        return { tooLarge: true };
      }
    },
    close: worker.close,
  };
}
