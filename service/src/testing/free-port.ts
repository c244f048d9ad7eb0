import { createServer, type Server } from 'node:net';

// Below the ports that systems give to outgoing connections and to servers that ask for any port (32768 and above on Linux,
// 49152 elsewhere): one of those could be taken between this answer and the start of the program that it is for.
const FIRST = 12_000;
const LAST = 31_999;
/** Ports of one range, the first of which shows other processes that the range is taken. */
const RANGE = 500;

/** The rest of the range that this process has taken. */
let ports: number[] = [];
let waiting: Promise<unknown> = Promise.resolve();

/**
 * A port of this machine that nothing listens on, for a program that is started with a fixed port. No two calls get the same one, also
 * not in other processes, while this one lives.
 * @throws the error of the system when a port cannot be tried, or when other processes have taken all ranges
 */
export function freePort(): Promise<number> {
  const found = waiting.then(nextFree);
  waiting = found.catch(() => undefined);
  return found;
}

async function nextFree(): Promise<number> {
  for (;;) {
    const port = ports.shift();
    if (port === undefined) ports = await takeRange();
    else if (await isFree(port)) return port;
  }
}

/** Takes a range until the process ends. Resolves to its ports. */
async function takeRange(): Promise<number[]> {
  const count = (LAST - FIRST + 1) / RANGE;
  const begin = Math.floor(Math.random() * count);
  for (let index = 0; index < count; index += 1) {
    const first = FIRST + ((begin + index) % count) * RANGE;
    const guard = await listen(first);
    if (guard === null) continue;
    guard.unref();
    return Array.from({ length: RANGE - 1 }, (_, offset) => first + 1 + offset);
  }
  throw new Error('Other processes have taken all ranges of ports.');
}

async function isFree(port: number): Promise<boolean> {
  const probe = await listen(port);
  if (probe === null) return false;
  await new Promise((resolve) => probe.close(resolve));
  return true;
}

/** A server on this port; null when another one has it. */
function listen(port: number): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
