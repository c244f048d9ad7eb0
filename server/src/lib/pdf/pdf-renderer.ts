/** Makes PDFs in a child process (lib/child-worker.ts), because each takes up to a second. */
import { AppError } from '../app-error.ts';
import { ChildWorkerError, type ChildWorkerOptions, createChildWorker } from '../child-worker.ts';

export interface PdfRenderer<Request> {
  /** @throws AppError `unavailable` when it takes too long */
  render(request: Request): Promise<Buffer>;
  close(): void;
}

/** Far more than the slowest document needs. */
const limits = { heapMegabytes: 192, cpuLimitMs: 10_000 };

/** @param options with a program that answers each request with the bytes of its PDF */
export function createPdfRenderer<Request>(
  options: Pick<ChildWorkerOptions, 'from' | 'program' | 'log'>,
): PdfRenderer<Request> {
  const worker = createChildWorker({ ...limits, ...options });
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
