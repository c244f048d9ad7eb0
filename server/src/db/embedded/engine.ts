/**
 * The main thread's side of the embedded database: starts the worker, opens streams to it, and watches it. The engine can
 * neither time out nor cancel a statement. A runaway statement is therefore ended by terminating the worker, which is as
 * safe as kill -9, and starting a new worker on the same files.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { DatabaseLog } from '../database-log.ts';
import { PortStream } from './port-stream.ts';
import {
  type MainToWorkerMessage,
  SHARED_COUNTERS_BYTES,
  SharedCounter,
  type WorkerSettings,
  type WorkerToMainMessage,
} from './worker-messages.ts';

/** Timeout for the start of the worker. Reading and recovering the files usually takes 0.3-4 s. */
const START_TIMEOUT_MS = 120_000;
/** Time for the worker to shut PostgreSQL down. After a hard stop, the write-ahead log is replayed at the next start. */
const CLOSE_TIMEOUT_MS = 30_000;

export interface EngineOptions {
  databaseFolder: string;
  log: DatabaseLog;
  /** A statement that runs longer terminates the worker. */
  statementTimeoutMs: number;
  idleInTransactionTimeoutMs: number;
  workerUrl?: URL;
}

/** An error with the SQLSTATE that PostgreSQL would give, so that callers can handle it like a PostgreSQL error. */
export class EngineError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
  }
}

/** In the bundle the worker is beside main.js; in the sources it is a TypeScript file that Node runs directly. */
export function defaultWorkerUrl(): URL {
  const bundled = new URL('./embedded-worker.js', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('./worker.ts', import.meta.url);
}

export class Engine {
  readonly #options: EngineOptions;
  readonly #counters = new Int32Array(new SharedArrayBuffer(SHARED_COUNTERS_BYTES));
  readonly #streams = new Map<number, PortStream>();
  #lastStreamId = 0;
  #currentWorker: Promise<Worker> | null = null;
  #closing = false;
  #watchdog: NodeJS.Timeout | null = null;
  #restoreSession: () => Promise<void> = async () => {};

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Starts the worker. @throws Error with one sentence for the operator when the database cannot be opened. */
  async start(): Promise<void> {
    await this.#ensureWorker();
    this.#startWatchdog();
  }

  /** Sets a function that restores the state of a session after a restart, such as its LISTEN statements. */
  onRestart(restore: () => Promise<void>): void {
    this.#restoreSession = restore;
  }

  /** Number of file syncs so far. It stays the same while nothing is written. */
  syncCount(): number {
    return Atomics.load(this.#counters, SharedCounter.syncCount);
  }

  /**
   * Opens a stream for one `pg` client. With `owner` it acts as the owner of the tables without a statement timeout
   * (maintenance, migrations).
   */
  stream(owner: boolean): Duplex {
    this.#lastStreamId += 1;
    const id = this.#lastStreamId;
    const stream = new PortStream(() => this.#openPort(id, owner));
    this.#streams.set(id, stream);
    stream.once('close', () => this.#streams.delete(id));
    return stream;
  }

  /** Closes open streams, shuts PostgreSQL down and ends the worker. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    if (this.#watchdog) clearInterval(this.#watchdog);
    const worker = await this.#currentWorker?.catch(() => null);
    if (!worker) return;
    for (const stream of this.#streams.values()) stream.destroy();
    await requestClose(worker);
    await worker.terminate();
  }

  async #openPort(id: number, owner: boolean): Promise<MessagePort> {
    for (;;) {
      if (this.#closing) throw new EngineError('57P01', 'The embedded database is closed');
      const worker = await this.#ensureWorker();
      const { port1, port2 } = new MessageChannel();
      const message: MainToWorkerMessage = { type: 'connect', port: port2, id, owner };
      worker.postMessage(message, [port2]);
      if (await isConnectionAccepted(port1)) return port1;
      // The worker died before it accepted the connection; try again with the next worker.
      if (worker.threadId !== -1) await new Promise((resolve) => worker.once('exit', resolve));
    }
  }

  #ensureWorker(): Promise<Worker> {
    this.#currentWorker ??= this.#resetAfterFailure(this.#startWorker());
    return this.#currentWorker;
  }

  /** After a failed start, the next caller that needs the database tries again. */
  #resetAfterFailure(starting: Promise<Worker>): Promise<Worker> {
    starting.catch(() => {
      if (this.#currentWorker === starting) this.#currentWorker = null;
    });
    return starting;
  }

  async #startWorker(): Promise<Worker> {
    const { databaseFolder, idleInTransactionTimeoutMs, workerUrl, log } = this.#options;
    Atomics.store(this.#counters, SharedCounter.runningStatement, 0);
    const workerData: WorkerSettings = {
      databaseFolder,
      idleInTransactionTimeoutMs,
      sharedCounters: this.#counters.buffer as SharedArrayBuffer,
    };
    const worker = new Worker(workerUrl ?? defaultWorkerUrl(), {
      workerData,
      execArgv: [],
      name: 'embedded-db',
    });
    worker.on('error', (error) => log.error({ err: error }, 'The embedded database failed'));
    if ((await waitUntilReady(worker)) === 'created') {
      await worker.terminate();
      return this.#startWorker();
    }
    worker.once('exit', () => this.#onExit(worker));
    return worker;
  }

  #onExit(worker: Worker): void {
    if (this.#closing) return;
    const reopen = (current: Worker | null): void => {
      if (current !== worker) return;
      this.#currentWorker = null;
      this.#reportRestart(this.#ensureWorker());
    };
    this.#currentWorker?.then(reopen, () => {});
  }

  #reportRestart(restart: Promise<Worker>): void {
    restart.then(
      () => {
        this.#options.log.warn({}, 'The embedded database was restarted');
        this.#restoreSession().catch((error: unknown) =>
          this.#options.log.error(
            { err: error },
            'The database subscriptions could not be restored after a restart',
          ),
        );
      },
      (error: unknown) =>
        this.#options.log.error({ err: error }, 'The embedded database could not be restarted'),
    );
  }

  #startWatchdog(): void {
    const { statementTimeoutMs } = this.#options;
    let watched = 0;
    let since = 0;
    const checkRunningStatement = (): void => {
      const running = Atomics.load(this.#counters, SharedCounter.runningStatement);
      if (running !== watched) {
        watched = running;
        since = performance.now();
      }
      const limited = Atomics.load(this.#counters, SharedCounter.timeLimited) === 1;
      if (running !== 0 && limited && performance.now() - since > statementTimeoutMs)
        this.#restartAfterRunaway();
    };
    this.#watchdog = setInterval(checkRunningStatement, Math.min(1000, Math.max(20, statementTimeoutMs / 4)));
    this.#watchdog.unref();
  }

  #restartAfterRunaway(): void {
    const { statementTimeoutMs, log } = this.#options;
    Atomics.store(this.#counters, SharedCounter.runningStatement, 0);
    log.error({ statementTimeoutMs }, 'A statement ran too long; the embedded database is being restarted');
    const runawayStream = this.#streams.get(Atomics.load(this.#counters, SharedCounter.connectionId));
    runawayStream?.destroy(
      new EngineError('57014', `A statement ran longer than ${statementTimeoutMs / 1000} s and was ended`),
    );
    // Destroyed now, so that the pool stops using them. Streams that still connect wait for the new worker.
    for (const stream of this.#streams.values()) {
      if (stream.attached)
        stream.destroy(new EngineError('57P01', 'The embedded database is being restarted'));
    }
    const current = this.#currentWorker ?? Promise.resolve(null);
    // The old worker must have ended before a new one opens the files.
    this.#currentWorker = this.#resetAfterFailure(
      current.then((worker) => worker?.terminate()).then(() => this.#startWorker()),
    );
    this.#reportRestart(this.#currentWorker);
  }
}

/** Whether the worker accepted the connection: it posts one empty message. If the worker ends, the port closes. */
function isConnectionAccepted(port: MessagePort): Promise<boolean> {
  return new Promise((resolve) => {
    const close = (): void => resolve(false);
    port.once('close', close);
    port.once('message', () => {
      port.off('close', close);
      resolve(true);
    });
  });
}

function waitUntilReady(worker: Worker): Promise<'ready' | 'created'> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const fail = (reason: string): void => {
      // Keep the first reason: terminating the worker causes further events.
      if (failed) return;
      failed = true;
      clearTimeout(limit);
      void worker.terminate().then(() => reject(new Error(reason)));
    };
    const limit = setTimeout(() => fail('The embedded database did not start in time'), START_TIMEOUT_MS);
    worker.once('error', (error) => fail(`The embedded database failed at its start: ${error.message}`));
    worker.once('exit', () => fail('The embedded database ended at its start'));
    worker.once('message', (message: WorkerToMainMessage) => {
      if (message.type !== 'ready' && message.type !== 'created') {
        fail(message.type === 'refused' ? message.reason : 'The embedded database closed at its start');
        return;
      }
      clearTimeout(limit);
      resolve(message.type);
    });
  });
}

/** Resolves when the worker has closed the database, has ended, or did neither in time. */
async function requestClose(worker: Worker): Promise<void> {
  const signal = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
  const closed = Promise.race([once(worker, 'message', { signal }), once(worker, 'exit', { signal })]);
  const message: MainToWorkerMessage = { type: 'close' };
  worker.postMessage(message);
  await closed.catch(() => {});
}
