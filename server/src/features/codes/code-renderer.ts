/**
 * Checks, draws and prints codes in child processes (lib/child-worker.ts): a check takes about 200 ms and a large picture
 * a second, and the logo of an owner must not reach a decoder of the server. Pictures and prints do not wait for checks.
 */
import type { ScanResult } from '@kindling/contract/scan-problems';
import { AppError } from '../../lib/app-error.ts';
import { ChildWorkerError, createChildWorker } from '../../lib/child-worker.ts';
import type { Log } from '../../lib/log.ts';
import type { CodeToDraw } from './code-picture.ts';
import type { PrintFile, PrintRequest } from './print/print-request.ts';

export type CodeTask =
  | { kind: 'check'; code: CodeToDraw }
  | { kind: 'png'; code: CodeToDraw; size: number }
  | { kind: 'print'; request: PrintRequest };

export interface CodeRenderer {
  /** @throws AppError `unavailable` when it takes too long */
  check(code: CodeToDraw): Promise<ScanResult>;
  /**
   * @param size pixels of the longer side
   * @throws AppError `unavailable`
   */
  png(code: CodeToDraw, size: number): Promise<Buffer>;
  /** @throws AppError `unavailable` */
  print(request: PrintRequest): Promise<PrintFile>;
  close(): void;
}

/** Ten times what the slowest work needs. */
const defaultCpuLimitMs = 10_000;

export function createCodeRenderer(log: Pick<Log, 'warn'>, cpuLimitMs = defaultCpuLimitMs): CodeRenderer {
  const start = () =>
    createChildWorker({
      from: import.meta.url,
      program: 'code-child',
      heapMegabytes: 256,
      cpuLimitMs,
      log,
    });
  const [checks, drawings] = [start(), start()];
  const run = async (worker: ReturnType<typeof start>, task: CodeTask): Promise<unknown> => {
    try {
      return await worker.run(task);
    } catch (error) {
      if (error instanceof ChildWorkerError) throw new AppError('unavailable', undefined, { cause: error });
      throw error;
    }
  };
  return {
    check: async (code) => (await run(checks, { kind: 'check', code })) as ScanResult,
    png: async (code, size) => toBuffer(await run(drawings, { kind: 'png', code, size })),
    async print(request) {
      const file = (await run(drawings, { kind: 'print', request })) as PrintFile;
      return { ...file, bytes: toBuffer(file.bytes) };
    },
    close() {
      checks.close();
      drawings.close();
    },
  };
}

/** The channel between processes turns a buffer into plain bytes. */
function toBuffer(bytes: unknown): Buffer {
  if (!(bytes instanceof Uint8Array)) throw new TypeError('The child process answered without bytes.');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
