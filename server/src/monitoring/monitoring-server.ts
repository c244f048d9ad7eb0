/**
 * The small HTTP server that a process of any role opens for those who run it: health, readiness and metrics. It has its own
 * port, so that nothing of it is ever on a public address by mistake.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Draining } from '@kindling/service/draining';
import { createHttpService } from '@kindling/service/http-server';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../db/client.ts';
import { mountHealth } from '../http/health.ts';
import type { Metrics } from './metrics.ts';

/** Builds the server; it does not listen yet. @param token that a reader of metrics sends; null where the address is enough */
export function createMonitoringServer(options: {
  db: Pick<Database, 'health'>;
  draining: Pick<Draining, 'isOn'>;
  metrics: Metrics;
  token: string | null;
}): FastifyInstance {
  const { db, draining, metrics, token } = options;
  const app = createHttpService({ role: 'monitoring', trustProxy: [], bodyLimit: 1024 });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    done();
  });
  mountHealth(app, db, draining);
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    if (token !== null && !isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      return refuse(reply);
    const { type, text } = await metrics.render();
    return reply.type(type).send(text);
  });
  return app;
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply
    .status(401)
    .header('www-authenticate', 'Bearer')
    .type('text/plain')
    .send('A token is needed.\n');
}

/** Compares in a time that does not depend on the texts. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
