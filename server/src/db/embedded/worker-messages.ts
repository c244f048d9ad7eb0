import type { MessagePort } from 'node:worker_threads';

/** Settings that the worker gets at its start. */
export interface WorkerSettings {
  /** Absolute path of the folder for PostgreSQL's files; it may not exist yet. */
  databaseFolder: string;
  /** After this many ms without a statement, a transaction is rolled back and its connection closed. */
  idleInTransactionTimeoutMs: number;
  /** Shared memory for the values of `SharedCounter`. */
  sharedCounters: SharedArrayBuffer;
}

/** Indexes of the shared Int32Array. The memory is shared, because a busy worker does not answer messages. */
export const SharedCounter = {
  /** Number of the running statement; 0 when none runs. */
  runningStatement: 0,
  /** 1 while the statement timeout applies to the running statement. */
  timeLimited: 1,
  /** Number of file syncs; it wraps around. */
  syncCount: 2,
  /** Id of the connection whose statement runs. */
  connectionId: 3,
} as const;

export const SHARED_COUNTERS_BYTES = 4 * Int32Array.BYTES_PER_ELEMENT;

/** Main thread to worker. */
export type MainToWorkerMessage =
  | { type: 'connect'; port: MessagePort; id: number; owner: boolean }
  | { type: 'close' };

/**
 * Worker to main thread. `refused` has one sentence for the operator. `created` means that the files exist and the thread
 * must be replaced: creating them takes 160 MB of memory that only the end of the thread releases.
 */
export type WorkerToMainMessage =
  | { type: 'ready'; version: string }
  | { type: 'created' }
  | { type: 'refused'; reason: string }
  | { type: 'closed' };
