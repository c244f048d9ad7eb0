/** Starts one program of the build as a child process, waits for it, and stops it by its own process id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../../server/src/testing/compile-cache.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The secret that simulators and server share in tests. */
export const simulatorSecret = 'kindling-local-secret';

export interface Program {
  /** All lines of both outputs so far. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts `file` below `dist/` with only `env` and the path as its environment. Resolves with the program and the
 * result of `isReady` for the awaited line.
 * @throws Error with all output when the program ends before that.
 */
export async function startProgram<T>(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  isReady: (line: string) => T | null,
): Promise<{ program: Program; ready: T }> {
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist', file), ...args], {
    cwd: root,
    // The open input tells the child that this process lives; it exits when the input closes.
    env: {
      PATH: process.env.PATH ?? '',
      TZ: 'UTC',
      // As `npm start` sets it.
      NODE_ENV: 'production',
      ...compileCache(),
      KINDLING_EXIT_WITH_PARENT: '1',
      KINDLING_SIMULATOR_SECRET: simulatorSecret,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ready = await new Promise<T>((resolve, reject) => {
    const hear = (line: string) => {
      lines.push(line);
      const found = isReady(line);
      if (found !== null) resolve(found);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', hear);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${file} ended before it was ready:\n${lines.join('\n')}`)));
  });
  return { program: { lines, stop: () => stop(child) }, ready };
}

/** Runs a command of the server to its end. @throws Error with all output when it fails */
export async function runServerCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js'), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', NODE_ENV: 'production', ...compileCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => said.push(line));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${said.join('\n')}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}
