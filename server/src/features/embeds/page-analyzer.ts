/**
 * Analyzes pages of other sites in a child process (lib/child-worker.ts), so that a page which is made to block the parser
 * or to fill its memory delays no other request.
 */
import { type PageCheck, pageCheckSchema } from '@kindling/contract/page-check';
import { AppError } from '../../lib/app-error.ts';
import { ChildWorkerError, createChildWorker } from '../../lib/child-worker.ts';
import type { Log } from '../../lib/log.ts';
import type { FetchedPage } from '../../lib/safe-fetch.ts';
import type { CheckedEmbed } from './analyze-page.ts';

const defaultCpuLimitMs = 5_000;

export interface PageToAnalyze {
  page: FetchedPage;
  embed: CheckedEmbed;
  /** Address of this installation. */
  publicUrl: string;
}

export interface PageAnalyzer {
  /**
   * Returns `too-large` for a page beyond the limits of nodes, depth, memory and time.
   * @throws AppError `unavailable` if the process failed for a reason that is not the page
   */
  analyze(request: PageToAnalyze): Promise<PageCheck>;
  close(): void;
}

export function createPageAnalyzer(log: Pick<Log, 'warn'>, cpuLimitMs = defaultCpuLimitMs): PageAnalyzer {
  const worker = createChildWorker({
    from: import.meta.url,
    program: 'page-child',
    heapMegabytes: 256,
    cpuLimitMs,
    log,
  });
  return {
    async analyze(request) {
      try {
        return pageCheckSchema.parse(await worker.run(request));
      } catch (error) {
        if (!(error instanceof ChildWorkerError)) throw error;
        if (error.reason === 'ended') throw new AppError('unavailable', undefined, { cause: error });
        return { result: 'too-large', detail: null };
      }
    },
    close: worker.close,
  };
}
