/** Reads spreadsheets in a process of its own (lib/child-worker.ts): one that is made to fill a memory fills only that one. */
import { AppError } from '../../lib/app-error.ts';
import { ChildWorkerError, createChildWorker } from '../../lib/child-worker.ts';
import type { Log } from '../../lib/log.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';
import { type Workbook, type WorkbookAnswer, workbookLimits } from './workbook-file.ts';

/** The largest workbook takes 4 s of two busy cores. */
const defaultTimeoutMs = 10_000;

export interface WorkbookRequest {
  bytes: Uint8Array;
  /** Counted from 0; null for the first that has rows. */
  sheet: number | null;
}

/** A workbook ended the process that reads it, or took longer than it may. */
export class WorkbookLimitError extends UnreadableFileError {
  constructor() {
    super('workbook-too-large');
  }
}

export interface WorkbookReader {
  /**
   * @throws Unreadable; `workbook-too-large` for what is too large, and as WorkbookExhausted for what cannot be read within
   *   the limits of memory and time.
   * @throws AppError `unavailable` when the process ended without saying anything of the file.
   */
  read(request: WorkbookRequest): Promise<Workbook>;
  close(): void;
}

export function createWorkbookReader(log: Pick<Log, 'warn'>, timeoutMs = defaultTimeoutMs): WorkbookReader {
  const worker = createChildWorker({
    from: import.meta.url,
    program: 'workbook-child',
    heapMegabytes: 128,
    timeoutMs,
    log,
  });
  return {
    async read(request) {
      if (request.bytes.length > workbookLimits.packedBytes)
        throw new UnreadableFileError('workbook-too-large');
      try {
        const answer = (await worker.run(request)) as WorkbookAnswer;
        if ('problem' in answer) throw new UnreadableFileError(answer.problem, answer.line);
        return answer;
      } catch (error) {
        if (!(error instanceof ChildWorkerError)) throw error;
        if (error.reason === 'ended') throw new AppError('unavailable', undefined, { cause: error });
        throw new WorkbookLimitError();
      }
    },
    close: worker.close,
  };
}
