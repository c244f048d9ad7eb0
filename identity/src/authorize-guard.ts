// Trust rule: whatever /authorize answers with a sign-in costs a sealed row, and anybody may ask it. What is refused here
// reaches neither the engine nor the database.
import { createLimiter } from '@kindling/service/limiter';
import { clientNetwork } from '@kindling/service/network';
import { createRefusals } from '@kindling/service/refusals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerTooMany, answerTrouble, openExchange, type Service } from './context.ts';

/** An office behind one address that opens the app at the same time. */
const PER_MINUTE = 200;
/** The library sends 44 characters each. */
const ECHOED = ['state', 'nonce'];
const ECHOED_MAX_BYTES = 512;
/** The library's longest is about 1,000 characters. */
const TARGET_MAX_BYTES = 4096;

/** Refuses what is too long or too often; each guard counts for itself. @returns whether it has answered. */
export function createAuthorizeGuard(
  service: Service,
): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const limiter = createLimiter({ max: PER_MINUTE, windowSeconds: 60 });
  const refusals = createRefusals();
  return async (request, reply) => {
    const exchange = openExchange(service, request, reply);
    const { searchParams } = exchange.url;
    const long = ECHOED.some((name) =>
      searchParams.getAll(name).some((value) => Buffer.byteLength(value) > ECHOED_MAX_BYTES),
    );
    if (long || Buffer.byteLength(request.url) > TARGET_MAX_BYTES) {
      await refusals.hold();
      answerTrouble(service, exchange, 'request');
      return true;
    }
    const wait = await limiter.take(clientNetwork(request));
    if (wait === 0) return false;
    await refusals.hold();
    answerTooMany(service, exchange, wait);
    return true;
  };
}
