/**
 * Does one kind of work in a process of its own: for what others sent us and what may take a parser or a decoder long,
 * fill its memory or break it. The process gets no setting of ours, one message at a time, and is killed when it takes
 * too long; it starts with the first message and ends when it was not used for a minute.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const idleMs = 60_000;

export interface ChildWorkerOptions {
  /** `import.meta.url` of the caller; the program lies beside it, and in the bundle beside the bundle. */
  from: string;
  /** File name of the program without its ending. It answers each message with one message. */
  program: string;
  /** Of its JavaScript heap. */
  heapMegabytes: number;
  /** For one message, the start of the process included. */
  timeoutMs: number;
}

export interface ChildWorker {
  /**
   * The answer to a message; both are what the structured clone algorithm can copy. Messages are worked on in turn.
   * @throws ChildWorkerError when the process ended, or was ended because it took too long.
   */
  run(message: unknown): Promise<unknown>;
  close(): void;
}

export class ChildWorkerError extends Error {
  constructor(program: string) {
    super(`The process "${program}" gave no answer in time, or ended.`);
    this.name = 'ChildWorkerError';
  }
}

export function createChildWorker(options: ChildWorkerOptions): ChildWorker {
  const { program, timeoutMs } = options;
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function stop(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
  }

  function runOne(message: unknown): Promise<unknown> {
    clearTimeout(idle);
    child ??= start(options);
    const worker = child;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('exit', onFailure).off('error', onFailure);
        idle = setTimeout(stop, idleMs).unref();
      };
      const onMessage = (answer: unknown) => {
        end();
        resolve(answer);
      };
      const onFailure = () => {
        if (child === worker) stop();
        end();
        reject(new ChildWorkerError(program));
      };
      const timer = setTimeout(onFailure, timeoutMs);
      worker.once('message', onMessage).once('exit', onFailure).once('error', onFailure);
      worker.send(message as Parameters<ChildProcess['send']>[0], (error) => {
        if (error) onFailure();
      });
    });
  }

  return {
    run(message) {
      const answer = last.then(() => runOne(message));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: stop,
  };
}

function start({ from, program, heapMegabytes }: ChildWorkerOptions): ChildProcess {
  const bundled = new URL(`./${program}.js`, from);
  const started = fork(existsSync(bundled) ? bundled : new URL(`./${program}.ts`, from), [], {
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (started.pid !== undefined) giveWay(started.pid);
  // A process that is done must be able to end with its child still waiting for work.
  started.unref();
  // Without a listener, one that comes between two messages would end the server.
  started.on('error', () => undefined);
  started.channel?.unref();
  return started;
}

/** What others sent us may keep a core busy; answering people goes before it. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
