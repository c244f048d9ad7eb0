import type { MessagePort } from 'node:worker_threads';

/** What the worker is told at its start. Limits in milliseconds. */
export interface WorkerSettings {
  /** Absolute path of the folder that holds (or will hold) PostgreSQL's files. */
  databaseFolder: string;
  /** A transaction without a statement for longer than this is rolled back and its connection ended. */
  idleInTransactionTimeoutMs: number;
  /** Shared counters, see `Gauge`. */
  sharedCounters: SharedArrayBuffer;
}

/** Places in the shared Int32Array. Shared memory, because a busy worker answers no message. */
export const SharedCounter = {
  /** Number of the statement that runs now, 0 while none does. */
  runningStatement: 0,
  /** 1 while the running statement is under the time limit. */
  timeLimited: 1,
  /** How often a file was synced to disk since the worker started (wraps). */
  syncCount: 2,
  /** Number of the connection whose statement runs. */
  connectionId: 3,
} as const;

export const SHARED_COUNTERS_BYTES = 4 * Int32Array.BYTES_PER_ELEMENT;

/** Main thread to worker. */
export type MainToWorkerMessage =
  | { type: 'connect'; port: MessagePort; id: number; owner: boolean }
  | { type: 'close' };

/**
 * Worker to main thread. `refused` carries one sentence for the operator. After `created` the files are there and the thread
 * has done its work: making them takes 160 MB, which only its end gives back.
 */
export type WorkerToMainMessage =
  | { type: 'ready'; version: string }
  | { type: 'created' }
  | { type: 'refused'; reason: string }
  | { type: 'closed' };
