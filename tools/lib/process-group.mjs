import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { whenOrphaned } from '../bootstrap.mjs';
import { root } from './paths.mjs';
import { serverEnvironment, serverFlags } from './server-options.mjs';

/** npm forwards Ctrl-C although the terminal has sent it already, so one key press arrives twice. */
const SAME_KEY_PRESS_MS = 500;
const READY_LINE = /^Kindling is ready: /;

/**
 * The processes of one `npm start`: simulators and the server. On a signal the server drains first, then the simulators
 * stop; when one process dies on its own, the others are stopped.
 */
export function createProcessGroup() {
  const children = new Map();
  const state = { stoppedAt: undefined, fault: undefined };

  const onSignal = () => {
    const now = performance.now();
    if (state.stoppedAt === undefined) {
      state.stoppedAt = now;
      stopNext(children);
    } else if (now - state.stoppedAt > SAME_KEY_PRESS_MS) {
      for (const { child } of children.values()) child.kill('SIGKILL');
      process.exitCode = 130;
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, onSignal);
  whenOrphaned(onSignal);

  /** Starts a program and removes it from the group when it ends; `ended` resolves to its exit code and signal. */
  function add(name, args, env) {
    const child = spawn(process.execPath, args, {
      cwd: root,
      // The child ends when its input closes, which happens when this process is killed.
      env: { ...process.env, ...env, KINDLING_EXIT_WITH_PARENT: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
      // In its own process group, so that Ctrl-C reaches only us and we decide the order.
      detached: process.platform !== 'win32',
    });
    child.stdin.on('error', () => {});
    const ended = new Promise((resolve) => {
      child.on('error', (error) => resolve({ code: 1, signal: null, error }));
      child.on('close', (code, signal) => resolve({ code, signal }));
    }).then((end) => {
      children.delete(name);
      if (state.stoppedAt !== undefined) stopNext(children);
      return end;
    });
    children.set(name, { child, ended });
    return {
      child,
      ended,
      lines: createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }),
    };
  }

  /** Stores the reason of the first failure and stops everything. */
  function failWith(sentence) {
    if (state.stoppedAt !== undefined) return;
    state.fault = sentence;
    state.stoppedAt = performance.now();
    stopNext(children);
  }

  return {
    /** Whether everything is being stopped, by a signal or because a program died. */
    stopping: () => state.stoppedAt !== undefined,

    /** Starts a simulator and resolves when it is ready. */
    async startSimulator({ name, script, env }) {
      const { ended, lines } = add(name, ['--enable-source-maps', script], env);
      let ready = false;
      void ended.then(({ code, signal }) => {
        if (!ready) failWith(`The ${name} simulator did not start, so everything was stopped.`);
        failWith(
          `The ${name} simulator stopped unexpectedly (${describe(code, signal)}), so everything was stopped.`,
        );
      });
      await new Promise((resolve) => {
        lines.on('line', (line) => {
          if (ready) return void process.stdout.write(`${line}\n`);
          ready = isReadyLine(line);
          if (ready) resolve();
        });
        void ended.then(resolve);
      });
    },

    /** Runs the server until it ends. */
    async runServer(args, env) {
      const script = join(root, 'dist/server/main.js');
      const { ended, lines } = add('server', [...serverFlags, script, ...args], {
        ...serverEnvironment,
        ...env,
      });
      let ready = false;
      lines.on('line', (line) => {
        process.stdout.write(`${line}\n`);
        if (ready || !READY_LINE.test(line)) return;
        ready = true;
        process.stdout.write('Ctrl-C stops everything.\n');
      });
      const { code, signal } = await ended;
      if (state.stoppedAt !== undefined) {
        if (code !== 0) process.exitCode ||= code ?? 1;
      } else if (ready || signal !== null) {
        failWith(`The server stopped unexpectedly (${describe(code, signal)}), so everything was stopped.`);
      } else {
        // A one-shot command has ended, or a start has failed and printed why.
        process.exitCode = code;
      }
    },

    /** Stops what still runs, prints why if something died, and removes the signal handlers. */
    async close() {
      state.stoppedAt ??= performance.now();
      stopNext(children);
      await Promise.all([...children.values()].map(({ ended }) => ended));
      for (const signal of signals) process.off(signal, onSignal);
      if (state.fault === undefined) return;
      console.error(state.fault);
      process.exitCode ||= 1;
    },
  };
}

/** The server first: while it drains it may still need the simulators. */
function stopNext(children) {
  const server = children.get('server');
  const next = server === undefined ? [...children.values()] : [server];
  for (const entry of next) {
    if (entry.isStopping) continue;
    entry.isStopping = true;
    entry.child.kill('SIGTERM');
  }
}

function isReadyLine(line) {
  try {
    return JSON.parse(line)?.ready === true;
  } catch {
    return false;
  }
}

function describe(code, signal) {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
