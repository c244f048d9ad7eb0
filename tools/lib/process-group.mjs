import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { whenOrphaned } from '../bootstrap.mjs';
import { root } from './paths.mjs';
import { serverEnvironment, serverFlags } from './server-memory.mjs';

/** npm passes a terminal's Ctrl-C on although the terminal has sent it already: one key press arrives twice. */
const SAME_KEY_PRESS_MS = 500;
const READY_LINE = /^Kindling is ready: /;

/**
 * The processes of one `npm start`: stand-ins and the server. They live and end together: on a signal the server
 * drains first and the stand-ins follow, and when one dies on its own the others are stopped.
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

  /** Starts a program and forgets it when it has ended; `ended` resolves to its exit code and signal. */
  function add(name, args, env) {
    const child = spawn(process.execPath, args, {
      cwd: root,
      // The open input tells the child that we live: it ends when we are killed.
      env: { ...process.env, ...env, KINDLING_EXIT_WITH_PARENT: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
      // In a group of its own, so that a terminal's Ctrl-C reaches us alone and we decide the order.
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

  /** Notes why everything has to end, once, and ends it. */
  function failWith(sentence) {
    if (state.stoppedAt !== undefined) return;
    state.fault = sentence;
    state.stoppedAt = performance.now();
    stopNext(children);
  }

  return {
    /** Whether the end has begun, by a signal or because a program died. */
    stopping: () => state.stoppedAt !== undefined,

    /** Starts a stand-in and resolves when it says that it is ready. */
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
        // A one-shot command that is done, or a start that failed and has said why.
        process.exitCode = code;
      }
    },

    /** Ends what still runs, says why if something died, and gives the signals back. */
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

/** The server first: while it drains it may still need the stand-ins. */
function stopNext(children) {
  const server = children.get('server');
  const next = server === undefined ? [...children.values()] : [server];
  for (const entry of next) {
    if (entry.told) continue;
    entry.told = true;
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
