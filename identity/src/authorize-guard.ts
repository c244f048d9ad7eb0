// Trust rule: every sign-in that /authorize starts costs a sealed row, and anybody may call it. Requests that are refused
// here reach neither the OpenID engine nor the database.
import { clientNetwork } from '@kindling/service/network';
import { createRefusalDelay } from '@kindling/service/refusal-delay';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerError, answerRateLimited, type IdentityContext, openExchange } from './context.ts';

/** Enough for an office behind one address that opens the app at the same time. */
const PER_MINUTE = 200;
/** The browser library sends 44 characters each. */
const ECHOED_PARAMS = ['state', 'nonce'];
const ECHOED_PARAM_MAX_BYTES = 512;
/** The longest address of the browser library has about 1,000 characters. */
const URL_MAX_BYTES = 4096;

/** Refuses requests that are too long or too frequent. Each guard has its own counts. @returns whether it answered */
export function createAuthorizeGuard(
  service: IdentityContext,
): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const limiter = service.sharedLimits.create({ name: 'authorize', max: PER_MINUTE, windowSeconds: 60 });
  const refusals = createRefusalDelay();
  return async (request, reply) => {
    const exchange = openExchange(service, request, reply);
    const { searchParams } = exchange.url;
    const long = ECHOED_PARAMS.some((name) =>
      searchParams.getAll(name).some((value) => Buffer.byteLength(value) > ECHOED_PARAM_MAX_BYTES),
    );
    if (long || Buffer.byteLength(request.url) > URL_MAX_BYTES) {
      await refusals.wait();
      answerError(service, exchange, 'request');
      return true;
    }
    const wait = await limiter.consume(clientNetwork(request));
    if (wait === 0) return false;
    await refusals.wait();
    answerRateLimited(service, exchange, wait);
    return true;
  };
}
