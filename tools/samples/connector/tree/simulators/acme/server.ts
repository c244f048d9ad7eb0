/** Simulates Acme: a sign-in that always agrees, one shop, two reviews of which one is unreadable. */
import { bearerToken } from '../kit/call.ts';
import { createClock } from '../kit/clock.ts';
import { jsonResponse, textResponse } from '../kit/response.ts';
import { createRouter } from '../kit/router.ts';
import { type Platform, type RunningSimulator, serve } from '../kit/serve.ts';

const shops = [{ id: 'shop-1', name: 'First shop' }];
const reviews = [
  { id: 'review-1', author: 'Ann', stars: 5, text: 'Good.', written: '2026-07-01T11:00:00Z' },
  { id: 'review-2', author: 'Ben', stars: 'five' },
];

/** Starts it on 127.0.0.1:`port` (0 takes a free one). */
export function startAcmeSimulator({ port }: { port: number }): Promise<RunningSimulator> {
  return serve(createAcme(), createClock(), port);
}

function createAcme(): Platform {
  const router = createRouter();
  router.on('POST', '/token', () => jsonResponse(200, { access_token: 'token', owner: 'owner-1' }));
  router.on('GET', '/shops', () => jsonResponse(200, { items: shops }));
  router.on('GET', '/shops/{id}/reviews', () => jsonResponse(200, { items: reviews }));
  return {
    handle(call) {
      const found = router.find(call.method, call.path);
      if (found === null || found.wrongMethod) return textResponse(404, 'not found');
      if (call.path !== '/token' && bearerToken(call) !== 'token') return textResponse(401, 'who are you?');
      return found.handler({ ...call, params: found.params });
    },
    faultResponse: ({ status }) => textResponse(status, 'fault'),
    actions: {},
    reset() {},
  };
}
