// Trust rule: anybody may ask this service anything without signing in, and its process may be that of the product. What
// one network asks for is counted before any work is done on it.
import { createLimiter } from '@kindling/service/limiter';
import { clientNetwork } from '@kindling/service/network';
import { createRefusalDelay } from '@kindling/service/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerRateLimited, type IdentityContext, openExchange } from './context.ts';

/** As at the API. A sign-in takes about eight; an office behind one address signs in at the same time. */
const PER_MINUTE = 600;

/** Counts every request but those for health and for files, which cost nothing. @returns whether it has answered. */
export function createRequestGuard(
  service: IdentityContext,
): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const limiter = createLimiter({ max: PER_MINUTE, windowSeconds: 60 });
  const refusals = createRefusalDelay();
  return async (request, reply) => {
    const { url = '' } = request.routeOptions;
    if (url === '/healthz' || service.assets.byPath.has(url)) return false;
    const wait = await limiter.consume(clientNetwork(request));
    if (wait === 0) return false;
    await refusals.wait();
    answerRateLimited(service, openExchange(service, request, reply), wait);
    return true;
  };
}
