/**
 * For tests only: takes the messages of the payment provider at an address of its own, and passes each on from another network,
 * because hundreds of them in a minute would meet the rate limit.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { DatabaseMode } from './database.ts';
import { type PaymentsWorld, startPaymentsWorld } from './payments-world.ts';

/**
 * Starts a world whose messages are relayed.
 * @param onBody gets the body of each message
 */
export async function startRelayedWorld(
  mode: DatabaseMode,
  onBody: (body: string) => void = () => {},
): Promise<PaymentsWorld> {
  const world = await startPaymentsWorld(mode);
  const endRelay = await relayWebhooks(world, onBody);
  return {
    ...world,
    async close() {
      await endRelay();
      await world.close();
    },
  };
}

/** @returns what ends it */
async function relayWebhooks(
  { app, control }: PaymentsWorld,
  onBody: (body: string) => void,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      onBody(body.toString());
      const { 'stripe-signature': signature = '', 'content-type': type = '' } = request.headers;
      const { status } = await app.request({
        method: 'POST',
        url: request.url ?? '',
        headers: { 'stripe-signature': signature, 'content-type': type },
        payload: body,
      });
      response.writeHead(status).end();
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await control({ action: 'webhook', url: `http://127.0.0.1:${port}/hooks/stripe` });
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}
