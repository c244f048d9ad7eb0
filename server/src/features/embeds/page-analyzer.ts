/**
 * Reads pages that others wrote in a process of its own (lib/child-worker.ts): a page made to keep a parser busy, or to
 * fill its memory, costs nobody else an answer.
 */
import { type PageCheck, pageCheckSchema } from '@kindling/contract/page-check';
import { AppError } from '../../lib/app-error.ts';
import { ChildWorkerError, createChildWorker } from '../../lib/child-worker.ts';
import type { Log } from '../../lib/log.ts';
import type { FetchedPage } from '../../lib/safe-fetch.ts';
import type { CheckedEmbed } from './analyze-page.ts';

const defaultTimeoutMs = 5_000;

export interface PageToAnalyze {
  page: FetchedPage;
  embed: CheckedEmbed;
  /** Address of this installation. */
  publicUrl: string;
}

export interface PageAnalyzer {
  /**
   * `too-large` for what cannot be read within the limits of nodes, levels, memory and time.
   * @throws AppError `unavailable` when the process ended without saying anything of the page.
   */
  analyze(request: PageToAnalyze): Promise<PageCheck>;
  close(): void;
}

export function createPageAnalyzer(log: Pick<Log, 'warn'>, timeoutMs = defaultTimeoutMs): PageAnalyzer {
  const worker = createChildWorker({
    from: import.meta.url,
    program: 'page-child',
    heapMegabytes: 256,
    timeoutMs,
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
