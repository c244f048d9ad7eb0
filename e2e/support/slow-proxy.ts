/** A proxy that sends documents in small parts, as over a poor connection; everything else at once. */
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Bytes per packet, and the milliseconds between two. */
const packet = { bytes: 1500, pauseMs: 25 };

export interface SlowProxy {
  /** Origin to use in place of the product's. */
  url: string;
  close(): Promise<void>;
}

/** Forwards requests to `origin` and sends its HTML packet by packet, uncompressed. */
export async function startSlowProxy(origin: string): Promise<SlowProxy> {
  const server = createServer(async (request, response) => {
    try {
      const answer = await fetch(origin + (request.url ?? '/'), {
        redirect: 'manual',
        headers: {
          'accept-encoding': 'identity',
          'accept-language': 'en',
          cookie: request.headers.cookie ?? '',
        },
      });
      const headers = Object.fromEntries(
        [...answer.headers].filter(([name]) => !/^(connection|content-length|transfer-encoding)$/.test(name)),
      );
      response.writeHead(answer.status, headers);
      const body = Buffer.from(await answer.arrayBuffer());
      const slow = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
      const step = slow ? packet.bytes : Math.max(body.length, 1);
      for (let at = 0; at < body.length && !response.destroyed; at += step) {
        response.write(body.subarray(at, at + step));
        if (slow) await pause(packet.pauseMs);
      }
      response.end();
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
