import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client.ts';

/** `/healthz`: the process answers. `/readyz`: its database answers too, so it can serve requests. */
export function mountHealth(app: FastifyInstance, db: Pick<Database, 'health'>): void {
  app.get('/healthz', { config: { access: 'public' } }, () => ({ ok: true }));
  app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    const ready = await db.health().then(
      () => true,
      () => false,
    );
    return reply.status(ready ? 200 : 503).send({ ok: ready });
  });
}
