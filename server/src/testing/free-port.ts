import { createServer } from 'node:net';

// Below the ports that systems give to outgoing connections and to servers that ask for any port (32768 and above on Linux,
// 49152 elsewhere): one of those could be taken between this answer and the start of the program that it is for.
const FIRST = 12_000;
const LAST = 31_999;

/** A port of this machine that nothing listens on, for a program that is started with a fixed port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
