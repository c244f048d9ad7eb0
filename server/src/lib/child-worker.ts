/**
 * Runs one kind of work in a child process. Use it for untrusted input that can make a parser or a decoder slow, exhaust
 * its memory or crash it. The process gets no environment variables and handles one message at a time. It is killed when
 * a message needs too much processor time. It starts with the first message and ends after a minute without use.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Log } from './log.ts';

const idleMs = 60_000;
const cpuPollMs = 200;
/** A busy machine gives a process of low priority a small part of a core. */
const wallClockFactor = 20;
/** Node aborts a process whose JavaScript heap is full. */
const heapExhaustedSignal = 'SIGABRT';

export interface ChildWorkerOptions {
  /** `import.meta.url` of the caller. The program is in the same folder; in the bundle, beside the bundle. */
  from: string;
  /** File name of the program without its extension. It answers each message with one message. */
  program: string;
  /** Size limit of its JavaScript heap. */
  heapMegabytes: number;
  /**
   * Processor time for one message, including the start of the process. Time that the process waits for a core does not
   * count, up to 20 times this limit; to sleep for so long ends it, too. Where the system does not tell the processor time,
   * only the limit of the clock applies.
   */
  cpuLimitMs: number;
  /** Gets a line for every unexpected exit: the exit code and the signal, never the message. */
  log: Pick<Log, 'warn'>;
}

export interface ChildWorker {
  /**
   * Sends a message and resolves with the answer; the structured clone algorithm must be able to copy both. Messages are
   * handled one after another. When a process that was already running ends without an answer, the message is sent
   * once more to a new process.
   * @throws ChildWorkerError when the process ended, or was killed because it exceeded a limit.
   */
  run(message: unknown): Promise<unknown>;
  close(): void;
}

/**
 * `timeout` and `out-of-memory` are caused by the message: it needed more than `cpuLimitMs` or `heapMegabytes`. `ended` is
 * not: the process could not start, was killed, or failed.
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
  const { program, cpuLimitMs, log } = options;
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
      // A process that we killed is no longer `child`.
      if (child !== started) return;
      stop();
      log.warn({ program, code, signal }, 'A child process exited unexpectedly');
    });
    // A process that cannot be started emits only `error`; without a listener that would crash the server.
    started.on('error', (error) => {
      if (child !== started) return;
      stop();
      log.warn({ program, err: error }, 'A child process could not be started or used');
    });
    return started;
  }

  async function runMessage(message: unknown): Promise<unknown> {
    if (closed) throw new ChildWorkerError(program, 'ended');
    clearTimeout(idleTimer);
    const wasIdle = child !== null;
    try {
      child ??= startChild();
      return await sendMessage(child, message);
    } catch (error) {
      const ended = error instanceof ChildWorkerError && error.reason === 'ended';
      if (!ended || !wasIdle || closed) throw error;
      // The process may have died while it was idle, before it received the message.
      child ??= startChild();
      return await sendMessage(child, message);
    } finally {
      if (child !== null) idleTimer = setTimeout(stop, idleMs).unref();
    }
  }

  function sendMessage(worker: ChildProcess, message: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearInterval(poll);
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
      const hasExceeded = watchLimit(worker.pid, cpuLimitMs);
      const killWhenExceeded = () => {
        if (!hasExceeded()) return;
        log.warn({ program, cpuLimitMs }, 'A child process took too long and is killed');
        fail('timeout');
      };
      const poll = setInterval(killWhenExceeded, Math.min(cpuPollMs, cpuLimitMs));
      worker.once('message', onMessage).once('exit', onExit).once('error', onError);
      worker.send(message as Parameters<ChildProcess['send']>[0], (error) => {
        if (!error) return;
        if (child === worker) log.warn({ program, err: error }, 'A child process did not accept a message');
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
  // An idle child process must not keep this process alive.
  started.unref();
  started.channel?.unref();
  return started;
}

/** Tells whether a process has used more than its processor time, or waits for nothing that would come. */
function watchLimit(pid: number | undefined, cpuLimitMs: number): () => boolean {
  const startedAt = performance.now();
  const atStart = usageOf(pid)?.cpuMs;
  let progress = { at: startedAt, cpuMs: atStart };
  return () => {
    const now = performance.now();
    const usage = usageOf(pid);
    if (usage === null || atStart === undefined) return now - startedAt >= cpuLimitMs * wallClockFactor;
    if (usage.cpuMs !== progress.cpuMs || !usage.sleeps) progress = { at: now, cpuMs: usage.cpuMs };
    return (
      usage.cpuMs - atStart >= cpuLimitMs ||
      now - progress.at >= cpuLimitMs ||
      now - startedAt >= cpuLimitMs * wallClockFactor
    );
  };
}

/** What proc(5) tells of a process; null where the system has no such file, or it cannot be read at the moment. */
function usageOf(pid: number | undefined): { cpuMs: number; sleeps: boolean } | null {
  try {
    // The second field, a name in parentheses, can contain spaces. `state` is field 3; `utime` and `stime` are fields 14 and 15,
    // in ticks of 10 ms.
    const [state, ...fields] =
      readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return { cpuMs: (Number(fields[10]) + Number(fields[11])) * 10, sleeps: state === 'S' };
  } catch {
    return null;
  }
}

/** Untrusted input can keep a core busy; requests have priority. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended, or the system does not allow it.
  }
}
