/** Makes the PDF of a report in a child process (lib/child-worker.ts), because it takes about half a second. */
import { AppError } from '../../lib/app-error.ts';
import { ChildWorkerError, createChildWorker } from '../../lib/child-worker.ts';
import type { Log } from '../../lib/log.ts';
import type { ReportFileRequest } from './pdf/report-file.ts';

export interface ReportRenderer {
  /** @throws AppError `unavailable` when it takes too long */
  render(request: ReportFileRequest): Promise<Buffer>;
  close(): void;
}

/** Far more than the slowest report needs. */
const defaultCpuLimitMs = 10_000;

export function createReportRenderer(log: Pick<Log, 'warn'>, cpuLimitMs = defaultCpuLimitMs): ReportRenderer {
  const worker = createChildWorker({
    from: import.meta.url,
    program: 'report-child',
    heapMegabytes: 192,
    cpuLimitMs,
    log,
  });
  return {
    async render(request) {
      try {
        const bytes = await worker.run(request);
        if (!(bytes instanceof Uint8Array)) throw new TypeError('The child process answered without bytes.');
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } catch (error) {
        if (error instanceof ChildWorkerError) throw new AppError('unavailable', undefined, { cause: error });
        throw error;
      }
    },
    close: () => worker.close(),
  };
}
