/**
 * The main thread's side of the embedded database: starts the worker, gives out streams to it, and watches
 * it. The engine can neither time out nor cancel a statement, so a runaway one is ended by ending the
 * worker, which is as safe as kill -9, and starting a new one on the same files.
 */
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

/** The worker did not come up within this time: reading and recovering files is far quicker (0.3-4 s). */
const START_TIMEOUT_MS = 120_000;
/** Time the worker gets to shut PostgreSQL down; the log replays whatever a hard end leaves. */
const CLOSE_TIMEOUT_MS = 30_000;

export interface EngineOptions {
  databaseFolder: string;
  log: DatabaseLog;
  /** A statement running longer than this ends the worker. */
  statementTimeoutMs: number;
  idleInTransactionTimeoutMs: number;
  workerUrl?: URL;
}

/** An error with the SQLSTATE that PostgreSQL would have given, so that callers tell failures apart as usual. */
export class EngineError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
  }
}

/** The bundle has the worker beside main.js; in the sources it is a TypeScript file that Node runs itself. */
export function defaultWorkerUrl(): URL {
  const bundled = new URL('./embedded-worker.js', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('./worker.ts', import.meta.url);
}

export class Engine {
  readonly #options: EngineOptions;
  readonly #gauges = new Int32Array(new SharedArrayBuffer(SHARED_COUNTERS_BYTES));
  readonly #streams = new Map<number, PortStream>();
  #lastId = 0;
  #running: Promise<Worker> | null = null;
  #closing = false;
  #watchdog: NodeJS.Timeout | null = null;
  #restore: () => Promise<void> = async () => {};

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Starts the worker. Throws one sentence for the operator when the database cannot be opened. */
  async start(): Promise<void> {
    await this.#worker();
    this.#watch();
  }

  /** What a new session must be told, because it knows nothing of the one before it. */
  onRestart(restore: () => Promise<void>): void {
    this.#restore = restore;
  }

  /** How often files were synced so far; unchanged means that nothing was written. */
  syncCount(): number {
    return Atomics.load(this.#gauges, SharedCounter.syncCount);
  }

  /** A stream for one `pg` client. With `owner` it acts as the owner of the tables, free from the watchdog (maintenance, migrations). */
  stream(owner: boolean): Duplex {
    this.#lastId += 1;
    const id = this.#lastId;
    const stream = new PortStream(() => this.#openPort(id, owner));
    this.#streams.set(id, stream);
    stream.once('close', () => this.#streams.delete(id));
    return stream;
  }

  /** Shuts PostgreSQL down and ends the worker. Open streams end. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    if (this.#watchdog) clearInterval(this.#watchdog);
    const worker = await this.#running?.catch(() => null);
    if (!worker) return;
    for (const stream of this.#streams.values()) stream.destroy();
    await requestClose(worker, CLOSE_TIMEOUT_MS);
    await worker.terminate();
  }

  async #openPort(id: number, owner: boolean): Promise<MessagePort> {
    for (;;) {
      if (this.#closing) throw new EngineError('57P01', 'The embedded database is closed');
      const worker = await this.#worker();
      const { port1, port2 } = new MessageChannel();
      const message: MainToWorkerMessage = { type: 'connect', port: port2, id, owner };
      worker.postMessage(message, [port2]);
      if (await isConnectionAccepted(port1)) return port1;
      // The worker died before it took the connection; the next one will.
      if (worker.threadId !== -1) await new Promise((resolve) => worker.once('exit', resolve));
    }
  }

  #worker(): Promise<Worker> {
    this.#running ??= this.#forgetWhenFailed(this.#startWorker());
    return this.#running;
  }

  /** A failed start is tried again by the next one who needs the database. */
  #forgetWhenFailed(starting: Promise<Worker>): Promise<Worker> {
    starting.catch(() => {
      if (this.#running === starting) this.#running = null;
    });
    return starting;
  }

  async #startWorker(): Promise<Worker> {
    const { databaseFolder, idleInTransactionTimeoutMs: idleInTransactionMs, workerUrl, log } = this.#options;
    Atomics.store(this.#gauges, SharedCounter.runningStatement, 0);
    const workerData: WorkerSettings = {
      databaseFolder,
      idleInTransactionTimeoutMs: idleInTransactionMs,
      sharedCounters: this.#gauges.buffer as SharedArrayBuffer,
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
      this.#running = null;
      this.#announce(this.#worker());
    };
    this.#running?.then(reopen, () => {});
  }

  #announce(restart: Promise<Worker>): void {
    restart.then(
      () => {
        this.#options.log.warn({}, 'The embedded database was restarted');
        this.#restore().catch((error: unknown) =>
          this.#options.log.error({ err: error }, 'What listens to the database could not be restored'),
        );
      },
      (error: unknown) =>
        this.#options.log.error({ err: error }, 'The embedded database could not be restarted'),
    );
  }

  #watch(): void {
    const { statementTimeoutMs: statementLimitMs } = this.#options;
    let watched = 0;
    let since = 0;
    const checkRunningStatement = (): void => {
      const running = Atomics.load(this.#gauges, SharedCounter.runningStatement);
      if (running !== watched) {
        watched = running;
        since = performance.now();
      }
      const limited = Atomics.load(this.#gauges, SharedCounter.timeLimited) === 1;
      if (running !== 0 && limited && performance.now() - since > statementLimitMs) this.#endRunaway();
    };
    this.#watchdog = setInterval(checkRunningStatement, Math.min(1000, Math.max(20, statementLimitMs / 4)));
    this.#watchdog.unref();
  }

  #endRunaway(): void {
    const { statementTimeoutMs: statementLimitMs, log } = this.#options;
    Atomics.store(this.#gauges, SharedCounter.runningStatement, 0);
    log.error({ statementLimitMs }, 'A statement ran too long; the embedded database is being restarted');
    const runawayStream = this.#streams.get(Atomics.load(this.#gauges, SharedCounter.connectionId));
    runawayStream?.destroy(
      new EngineError('57014', `A statement ran longer than ${statementLimitMs / 1000} s and was ended`),
    );
    // At once, so that the pool gives out none of them any more. Those still connecting wait for the new worker.
    for (const stream of this.#streams.values()) {
      if (stream.attached)
        stream.destroy(new EngineError('57P01', 'The embedded database is being restarted'));
    }
    const current = this.#running ?? Promise.resolve(null);
    // The old worker must be gone before a new one may touch the files.
    this.#running = this.#forgetWhenFailed(
      current.then((worker) => worker?.terminate()).then(() => this.#startWorker()),
    );
    this.#announce(this.#running);
  }
}

/** Whether the worker took the connection: it says one empty message, or the port closes with the worker's end. */
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
      // The first reason is the true one: ending the worker brings more of them.
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

function requestClose(worker: Worker, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, limitMs);
    const done = (): void => {
      clearTimeout(limit);
      resolve();
    };
    worker.once('message', done);
    worker.once('exit', done);
    const message: MainToWorkerMessage = { type: 'close' };
    worker.postMessage(message);
  });
}
