/** The report as bytes, which the oRPC layer of the API does not support. One account makes one at a time, all a few. */
import { versionedApiRoot } from '@kindling/contract/api-address';
import { reportPdfPath, reportPdfQuerySchema } from '@kindling/contract/reports';
import type { FastifyInstance } from 'fastify';
import { inTenant } from '../../db/transaction.ts';
import { type Authenticate, credentialsOf, signedInUser } from '../../http/caller.ts';
import { callAs } from '../../http/guard.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertWanted, createKeyedSemaphore, createSemaphore } from '../../lib/semaphore.ts';
import type { ReportsDeps } from './deps.ts';
import { buildMonthlyReport } from './monthly-report.ts';

const pdfMeta = { access: 'user', action: 'figures.read' } as const;

/** Mounts `GET /api/v1/reports/monthly.pdf`. */
export function mountPdfRoute(
  app: FastifyInstance,
  deps: ReportsDeps & { authenticate: Authenticate },
): void {
  const ofAccount = createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 4, retryAfter: 5 });
  const ofAll = createSemaphore({ maxConcurrent: 2, maxQueued: 40, retryAfter: 10 });
  app.get(`${versionedApiRoot}${reportPdfPath}`, { config: { access: 'user' } }, async (request, reply) => {
    const leaving = new AbortController();
    const { signal } = leaving;
    reply.raw.once('close', () => leaving.abort());
    const bytes = await callAs(deps.authenticate, credentialsOf(request), pdfMeta, async (caller) => {
      const { accountId } = signedInUser({ caller });
      const wanted = reportPdfQuerySchema.safeParse(request.query);
      if (!wanted.success)
        throw new AppError('invalid-input', undefined, {
          fields: wanted.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
        });
      const { language, ...query } = wanted.data;
      const make = async () => {
        const report = await inTenant(deps.db, accountId, (trx) =>
          buildMonthlyReport(trx, accountId, deps.connectors, query),
        );
        assertWanted(signal);
        return deps.renderer.render({ report, language, brand: deps.brand });
      };
      return ofAccount.run(accountId, () => ofAll.run(make, signal), signal);
    });
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      .send(bytes);
  });
}
