/** Reads spreadsheets in a process of its own (lib/child-worker.ts): one that is made to fill a memory fills only that one. */
import { ChildWorkerError, createChildWorker } from '../../lib/child-worker.ts';
import { Unreadable } from './unreadable.ts';
import { type Workbook, type WorkbookAnswer, workbookLimits } from './workbook-file.ts';

const defaultTimeoutMs = 20_000;

export interface WorkbookRequest {
  bytes: Uint8Array;
  /** Counted from 0; null for the first that has rows. */
  sheet: number | null;
}

export interface WorkbookReader {
  /** @throws Unreadable; `workbook-too-large` for what cannot be read within the limits of size, memory and time. */
  read(request: WorkbookRequest): Promise<Workbook>;
  close(): void;
}

export function createWorkbookReader(timeoutMs = defaultTimeoutMs): WorkbookReader {
  const worker = createChildWorker({
    from: import.meta.url,
    program: 'workbook-child',
    heapMegabytes: 128,
    timeoutMs,
  });
  return {
    async read(request) {
      if (request.bytes.length > workbookLimits.packedBytes) throw new Unreadable('workbook-too-large');
      try {
        const answer = (await worker.run(request)) as WorkbookAnswer;
        if ('problem' in answer) throw new Unreadable(answer.problem, answer.line);
        return answer;
      } catch (error) {
        throw error instanceof ChildWorkerError ? new Unreadable('workbook-too-large') : error;
      }
    },
    close: worker.close,
  };
}
