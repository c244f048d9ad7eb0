/**
 * `POST /e/<code>/event`: embeds report a click with one word. The response is the same for a known code, an unknown code
 * and a report above the limit, so that no owner's page ever shows an error because of it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { eventNames } from '@kindling/contract/embed-traffic';
import { createLimiter } from '@kindling/service/limiter';
import { clientNetwork } from '@kindling/service/network';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import type { EmbedServingDeps } from './deps.ts';

const maxBodyBytes = 16;
/** Per network. One person clicks a few times a minute, an office behind one address some dozens of times. */
const maxEventsPerMinute = 120;

const headers = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
};

export function mountEventRoute(
  app: FastifyInstance,
  { store, visits, log }: Pick<EmbedServingDeps, 'store' | 'visits' | 'log'>,
): void {
  // Of this process only, because its buckets have a salt of its own.
  const limiter = createLimiter({ max: maxEventsPerMinute, windowSeconds: 60 });
  const bucketOf = createNetworkBuckets();
  app.post<{ Params: { code: string } }>(
    '/e/:code/event',
    { config: { access: 'public', ownRateLimit: true }, bodyLimit: maxBodyBytes },
    (request, reply) => {
      const name = eventNames.find((known) => known === request.body);
      if (name === undefined) throw new AppError('invalid-input');
      const { code } = request.params;
      const count = async () => {
        if ((await limiter.consume(bucketOf(request))) > 0) return;
        if ((await store.get(code)) !== null) visits.recordEvent(code, name, request);
      };
      count().catch((error: unknown) => log.warn({ err: error, code }, 'A click could not be counted'));
      return reply.code(204).headers(headers).send();
    },
  );
}

/**
 * Maps a network to one of 65,536 buckets, with a new random salt at each start: enough to limit, and no bucket can be
 * traced back to an address.
 */
function createNetworkBuckets(): (request: FastifyRequest) => string {
  const salt = randomBytes(16);
  return (request) =>
    createHash('sha256').update(salt).update(clientNetwork(request)).digest('hex').slice(0, 4);
}
