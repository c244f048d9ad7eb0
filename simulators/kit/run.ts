import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningSimulator } from './serve.ts';

/**
 * Runs a simulator as a process: prints one JSON line when it is ready, closes on SIGTERM and SIGINT and, with
 * KINDLING_EXIT_WITH_PARENT=1, when its standard input ends. An error at the start is one sentence on standard error
 * with exit code 1.
 */
export async function runSimulator(
  name: string,
  start: () => Promise<RunningSimulator & { readyFields?: object }>,
): Promise<void> {
  try {
    const running = await start();
    let closing = false;
    const stop = () => {
      if (closing) return;
      closing = true;
      void running.close().then(() => process.exit(0));
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    if (process.env.KINDLING_EXIT_WITH_PARENT === '1')
      process.stdin.on('end', stop).on('close', stop).resume();
    process.stdout.write(
      `${JSON.stringify({ ready: true, name, url: running.url, ...running.readyFields })}\n`,
    );
  } catch (error) {
    process.stderr.write(`The ${name} simulator cannot start: ${describeStartError(error)}\n`);
    process.exit(1);
  }
}

function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `port ${String(error.port)} is already in use. Free it or choose another one.`;
  }
  return error.message;
}

/** A port from the environment; 0 or nothing set gives `fallback`. @throws Error for anything else */
export function portFrom(variable: string, fallback: number): number {
  const text = process.env[variable];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`${variable} must be a port number from 0 to 65535, not "${text}".`);
  }
  return port;
}

/**
 * The secrets of a simulator that runs as a program; `npm start` makes the first one at each start. `secret` is the one
 * that the app needs: client secret, API key, webhook token. `tokenKey` signs the tokens. @throws Error with one
 * sentence when there is no secret.
 */
export function readSecrets(): { secret: string; tokenKey: string } {
  const secret = process.env.KINDLING_SIMULATOR_SECRET ?? '';
  if (!/^[\x21-\x7e]{16,200}$/.test(secret)) {
    throw new Error(
      'KINDLING_SIMULATOR_SECRET must be at least 16 random characters; `npm start` makes one at each start.',
    );
  }
  return { secret, tokenKey: process.env.KINDLING_SIMULATOR_TOKEN_KEY || secret };
}

/** The folder of the checked-in data, for the source and for the bundle in dist/simulators. */
export function demoDataFolder(): string {
  const here = import.meta.dirname;
  const places = [join(here, '..', 'demo-data'), join(here, '..', '..', 'simulators', 'demo-data')];
  return places.find((place) => existsSync(place)) ?? places[0] ?? here;
}
