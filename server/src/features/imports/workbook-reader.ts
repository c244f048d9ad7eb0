/**
 * Reads spreadsheets in a child process (lib/child-worker.ts), so that a malicious file exhausts only that process's
 * memory.
 */
import { AppError } from '../../lib/app-error.ts';
import { ChildWorkerError, createChildWorker } from '../../lib/child-worker.ts';
import type { Log } from '../../lib/log.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';
import { type Workbook, type WorkbookAnswer, workbookLimits } from './workbook-file.ts';

/** The largest allowed workbook takes 4 s. */
const defaultCpuLimitMs = 10_000;

export interface WorkbookRequest {
  bytes: Uint8Array;
  /** Index of the sheet, counted from 0; null for the first one with rows. */
  sheet: number | null;
}

/** A workbook exhausted the memory or the time of the reader. */
export class WorkbookLimitError extends UnreadableFileError {
  constructor() {
    super('workbook-too-large');
  }
}

export interface WorkbookReader {
  /**
   * @throws UnreadableFileError with the problem; WorkbookLimitError when the file exceeds the limits of memory or time.
   * @throws AppError `unavailable` when the process ended for another reason than the file.
   */
  read(request: WorkbookRequest): Promise<Workbook>;
  close(): void;
}

export function createWorkbookReader(log: Pick<Log, 'warn'>, cpuLimitMs = defaultCpuLimitMs): WorkbookReader {
  const worker = createChildWorker({
    from: import.meta.url,
    program: 'workbook-child',
    heapMegabytes: 128,
    cpuLimitMs,
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
