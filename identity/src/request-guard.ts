// Trust rule: anybody can call this service without signing in, and it may share its process with the product. Requests
// are counted per network before any work is done.
import { clientNetwork } from '@kindling/service/network';
import { createRefusalDelay } from '@kindling/service/refusal-delay';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerRateLimited, type IdentityContext, openExchange } from './context.ts';

/** The same limit as the API. A sign-in takes about eight requests, and an office may share one address. */
const PER_MINUTE = 600;

/** Counts every request but those for health and for files, which cost nothing. @returns whether it answered */
export function createRequestGuard(
  service: IdentityContext,
): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const limiter = service.sharedLimits.create({ name: 'requests', max: PER_MINUTE, windowSeconds: 60 });
  const refusals = createRefusalDelay();
  return async (request, reply) => {
    const { url = '' } = request.routeOptions;
    if (url === '/healthz' || url === '/readyz' || service.assets.byPath.has(url)) return false;
    const wait = await limiter.consume(clientNetwork(request));
    if (wait === 0) return false;
    await refusals.wait();
    answerRateLimited(service, openExchange(service, request, reply), wait);
    return true;
  };
}
