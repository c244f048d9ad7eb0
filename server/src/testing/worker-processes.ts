/** For tests only: workers in separate processes, frozen and killed by signals. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileCache } from './compile-cache.ts';
import { eventually } from './eventually.ts';
import type { WorkerInput, WorkerOutput } from './sync-worker.ts';

export interface WorkerProcess {
  /** Resolves when it pauses, with the name of the next step. */
  waitUntilPaused(): Promise<string>;
  /** Resumes it from its pause. */
  resume(): void;
  /** Stops it with SIGSTOP, as the machine's sleep does; resolves when it does not run. */
  freeze(): Promise<void>;
  thaw(): void;
  kill(): Promise<void>;
  /** Resolves with its last line when it ends by itself, or with the signal that ended it. */
  waitForExit(): Promise<WorkerOutput | NodeJS.Signals | null>;
}

const program = fileURLToPath(new URL('./sync-worker.ts', import.meta.url));
const running = new Set<ChildProcess>();

export function startWorkerProcess(order: WorkerInput): WorkerProcess {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, JSON.stringify(order)],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...compileCache() },
    },
  );
  running.add(child);
  // A worker that is killed leaves a broken pipe.
  child.stdin.on('error', () => {});
  let errorOutput = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });
  const lines: WorkerOutput[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line) as WorkerOutput));
  const exit = once(child, 'close').then(() => {
    running.delete(child);
    return { code: child.exitCode, signal: child.signalCode };
  });
  const state = () =>
    execFileSync('ps', ['-o', 'stat=', '-p', String(child.pid)], { encoding: 'utf8' }).trim();
  return {
    async waitUntilPaused() {
      const line = await Promise.race([
        eventually(() => {
          const found = lines.find((one) => one.at === 'holding');
          if (found === undefined) throw new Error('The worker does not hold yet');
          return found;
        }, 10),
        exit.then(() => undefined),
      ]);
      if (line?.at !== 'holding') throw new Error(`The worker ended before it held: ${errorOutput}`);
      return line.name;
    },
    resume: () => void child.stdin.write('go on\n'),
    async freeze() {
      child.kill('SIGSTOP');
      await eventually(() => {
        if (!state().startsWith('T')) throw new Error('The worker still runs');
      });
    },
    thaw: () => void child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
    async waitForExit() {
      const { code, signal } = await exit;
      if (signal !== null) return signal;
      if (code !== 0) throw new Error(`The worker ended with ${code}: ${errorOutput}`);
      return lines.at(-1) ?? null;
    },
  };
}

/** Kills the processes that a failed test left. */
export function killWorkerProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}
