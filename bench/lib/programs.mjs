import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../tools/lib/paths.mjs';

const START_LIMIT_MS = 60_000;
/** The server lets running work finish for 15 s; what still runs after that is killed. */
const STOP_LIMIT_MS = 20_000;

/** Programs under test must not see the operator's settings, such as keys and database. */
const plainEnv = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  KINDLING_SIMULATOR_SECRET: 'kindling-local-secret',
};

/** Server and load generator get a core each, where the machine allows it. */
export const canPin = cpus().length > 1 && existsSync('/usr/bin/taskset');
function pinned(core, command) {
  return canPin ? ['/usr/bin/taskset', '-c', String(core), ...command] : command;
}

/** Programs and folders of one benchmark; `close` ends and removes all of them, each by its own process id. */
export function createHarness() {
  const stops = [];
  const pids = [];
  const close = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void close().finally(() => process.exit(130)));
  return {
    pids,

    /** A temporary folder, removed at the end. */
    folder() {
      const path = mkdtempSync(join(tmpdir(), 'kindling-bench-'));
      stops.push(() => rmSync(path, { recursive: true, force: true }));
      return path;
    },

    onClose: (stop) => stops.push(stop),

    /**
     * Starts a program, Node by default, and resolves with its process id, how to stop it, and its first line that `isReady` accepts;
     * rejects after `limitMs`. With `isReady` null it does not wait for a line.
     */
    async start(
      args,
      { env = {}, core, isReady, program: named = process.execPath, limitMs = START_LIMIT_MS },
    ) {
      const command = [named, ...args];
      const [program, ...rest] = core === undefined ? command : pinned(core, command);
      const child = spawn(program, rest, {
        cwd: root,
        // The program ends when its input closes, which happens when this process dies.
        env: { ...plainEnv, ...env, KINDLING_EXIT_WITH_PARENT: '1' },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.stdin.on('error', () => {});
      stops.push(() => end(child));
      pids.push(child.pid);
      const line = isReady === null ? '' : await readyLine(child, args[0], isReady, limitMs);
      return { line, pid: child.pid, stop: () => end(child) };
    },

    close,
  };
}

function readyLine(child, name, isReady, limitMs) {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`${name} was not ready in time.`)), limitMs);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended at its start with code ${code}.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!isReady(line)) return;
      clearTimeout(limit);
      resolve(line);
    });
  });
}

function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  return new Promise((resolve) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    child.once('exit', () => {
      clearTimeout(limit);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

/** Runs a short program to its end and returns its output; rejects when it fails or takes longer than the limit. */
export function runForOutput(command, { core, limitMs }) {
  const [program, ...args] = core === undefined ? command : pinned(core, command);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env: plainEnv, stdio: ['ignore', 'pipe', 'inherit'] });
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(limit);
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new Error(`${command[1]} ended with ${code ?? signal}.`));
    });
  });
}
