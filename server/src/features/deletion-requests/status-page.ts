/** The status page of a deletion request, public to everybody who knows its code. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { RenderDeletionPage } from '../../http/site/deletion-page.ts';
import { findDeletionRequest } from './queries.ts';

const codePattern = /^[a-z0-9]{20}$/;

export function mountDeletionStatusPage(
  app: FastifyInstance,
  deps: { db: Pick<Database, 'pool'> },
  render: RenderDeletionPage,
): void {
  const answer = async (request: FastifyRequest<{ Params: { code: string } }>, reply: FastifyReply) => {
    const { code } = request.params;
    const row = codePattern.test(code)
      ? await inSystem(deps.db, (trx) => findDeletionRequest(trx, code))
      : null;
    if (row === null) return reply.callNotFound();
    const { received_at: receivedAt, done_at: doneAt, connections, listings, reviews } = row;
    const page = render(request, { code, receivedAt, doneAt, connections, listings, reviews });
    if (page === null) return reply.callNotFound();
    return reply.type('text/html; charset=utf-8').headers(page.headers).send(page.html);
  };
  app.get('/data-deletion/:code', { config: { access: 'public' } }, answer);
}
