import type { Draining } from '@kindling/service/draining';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client.ts';

/** `/healthz`: the process answers. `/readyz`: its database answers too, and it is not about to end: send it requests. */
export function mountHealth(
  app: FastifyInstance,
  db: Pick<Database, 'health'>,
  draining: Pick<Draining, 'isOn'>,
): void {
  app.get('/healthz', { config: { access: 'public' } }, () => ({ ok: true }));
  app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    const ready = await db.health().then(
      () => !draining.isOn(),
      () => false,
    );
    return reply.status(ready ? 200 : 503).send({ ok: ready });
  });
}
