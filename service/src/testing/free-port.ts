import { createServer } from 'node:net';

// Below the ports that systems give to outgoing connections and to servers that ask for any port (32768 and above on Linux,
// 49152 elsewhere): one of those could be taken between this answer and the start of the program that it is for.
const FIRST = 12_000;
const LAST = 31_999;

/** One port for each program, also while none of them listens yet. */
const given = new Set<number>();

/**
 * A port of this machine that nothing listens on, for a program that is started with a fixed port. No two calls in a process
 * get the same one.
 * @throws the error of the system when a port cannot be tried
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
