/**
 * Does one kind of work in a process of its own: for what others sent us and what may take a parser or a decoder long,
 * fill its memory or break it. The process gets no setting of ours, one message at a time, and is killed when it takes
 * too long; it starts with the first message and ends when it was not used for a minute.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Log } from './log.ts';

const idleMs = 60_000;
/** How Node ends a process whose JavaScript heap is full. */
const heapExhaustedSignal = 'SIGABRT';

export interface ChildWorkerOptions {
  /** `import.meta.url` of the caller; the program lies beside it, and in the bundle beside the bundle. */
  from: string;
  /** File name of the program without its ending. It answers each message with one message. */
  program: string;
  /** Of its JavaScript heap. */
  heapMegabytes: number;
  /** For one message, the start of the process included. */
  timeoutMs: number;
  /** Told of every end that nobody asked for: the code and the signal, never what was worked on. */
  log: Pick<Log, 'warn'>;
}

export interface ChildWorker {
  /**
   * The answer to a message; both are what the structured clone algorithm can copy. Messages are worked on in turn. One
   * whose process ended after it had been waiting for work is given once more to a new process.
   * @throws ChildWorkerError when the process ended, or was ended because it took too long.
   */
  run(message: unknown): Promise<unknown>;
  close(): void;
}

/**
 * `timeout` and `out-of-memory` say something about the message: it asked for more than `timeoutMs` or `heapMegabytes`.
 * `ended` says nothing about it: the process could not start, was killed, or failed.
 */
export type ChildWorkerFailure = 'timeout' | 'out-of-memory' | 'ended';

export class ChildWorkerError extends Error {
  readonly reason: ChildWorkerFailure;

  constructor(program: string, reason: ChildWorkerFailure) {
    super(`The process "${program}" gave no answer: ${reason}.`);
    this.name = 'ChildWorkerError';
    this.reason = reason;
  }
}

export function createChildWorker(options: ChildWorkerOptions): ChildWorker {
  const { program, timeoutMs, log } = options;
  let child: ChildProcess | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let queueTail: Promise<unknown> = Promise.resolve();
  let closed = false;

  function stop(): void {
    clearTimeout(idleTimer);
    child?.kill('SIGKILL');
    child = null;
  }

  function startChild(): ChildProcess {
    const started = forkChild(options);
    started.once('exit', (code, signal) => {
      // What we ended ourselves is no longer our child.
      if (child !== started) return;
      stop();
      log.warn({ program, code, signal }, 'A child process ended by itself');
    });
    // A process that cannot be started tells only this, and without a listener it would end the server.
    started.on('error', (error) => {
      if (child !== started) return;
      stop();
      log.warn({ program, err: error }, 'A child process cannot be used');
    });
    return started;
  }

  async function runMessage(message: unknown): Promise<unknown> {
    clearTimeout(idleTimer);
    const wasIdle = child !== null;
    try {
      child ??= startChild();
      return await sendMessage(child, message);
    } catch (error) {
      const ended = error instanceof ChildWorkerError && error.reason === 'ended';
      if (!ended || !wasIdle || closed) throw error;
      // It may have died while it waited, before it saw the message.
      child ??= startChild();
      return await sendMessage(child, message);
    } finally {
      if (child !== null) idleTimer = setTimeout(stop, idleMs).unref();
    }
  }

  function sendMessage(worker: ChildProcess, message: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('exit', onExit).off('error', onError);
      };
      const fail = (reason: ChildWorkerFailure) => {
        settle();
        if (child === worker) stop();
        reject(new ChildWorkerError(program, reason));
      };
      const onMessage = (answer: unknown) => {
        settle();
        resolve(answer);
      };
      const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
        fail(signal === heapExhaustedSignal ? 'out-of-memory' : 'ended');
      const onError = () => fail('ended');
      const timer = setTimeout(() => {
        log.warn({ program, timeoutMs }, 'A child process took too long and is ended');
        fail('timeout');
      }, timeoutMs);
      worker.once('message', onMessage).once('exit', onExit).once('error', onError);
      worker.send(message as Parameters<ChildProcess['send']>[0], (error) => {
        if (!error) return;
        if (child === worker) log.warn({ program, err: error }, 'A child process took no message');
        fail('ended');
      });
    });
  }

  return {
    run(message) {
      const answer = queueTail.then(() => runMessage(message));
      queueTail = answer.catch(() => undefined);
      return answer;
    },
    close() {
      closed = true;
      stop();
    },
  };
}

function forkChild({ from, program, heapMegabytes }: ChildWorkerOptions): ChildProcess {
  const bundled = new URL(`./${program}.js`, from);
  const started = fork(existsSync(bundled) ? bundled : new URL(`./${program}.ts`, from), [], {
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (started.pid !== undefined) lowerPriority(started.pid);
  // A process that is done must be able to end with its child still waiting for work.
  started.unref();
  started.channel?.unref();
  return started;
}

/** What others sent us may keep a core busy; answering people goes before it. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
