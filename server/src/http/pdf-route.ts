/** A PDF as bytes, which the oRPC layer of the API does not support. One account makes one at a time, all a few. */
import { versionedApiRoot } from '@kindling/contract/api-address';
import type { Action } from '@kindling/contract/rights';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../lib/app-error.ts';
import { createKeyedSemaphore, createSemaphore } from '../lib/semaphore.ts';
import { type Authenticate, credentialsOf, type SignedInUser, signedInUser } from './caller.ts';
import { callAs } from './guard.ts';

interface PdfRoute<Query extends z.ZodType> {
  /** Below the root of the API. */
  path: string;
  action: Action;
  query: Query;
  /** @param signal aborted when the caller has left */
  make(user: SignedInUser, query: z.output<Query>, signal: AbortSignal): Promise<Buffer>;
}

/** Mounts `GET /api/v1…`, whose answer is a PDF. */
export function mountPdfRoute<Query extends z.ZodType>(
  app: FastifyInstance,
  authenticate: Authenticate,
  { path, action, query, make }: PdfRoute<Query>,
): void {
  const ofAccount = createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 4, retryAfter: 5 });
  const ofAll = createSemaphore({ maxConcurrent: 2, maxQueued: 40, retryAfter: 10 });
  const meta = { access: 'user', action } as const;
  app.get(`${versionedApiRoot}${path}`, { config: { access: 'user' } }, async (request, reply) => {
    const leaving = new AbortController();
    const { signal } = leaving;
    reply.raw.once('close', () => leaving.abort());
    const bytes = await callAs(authenticate, credentialsOf(request), meta, async (caller) => {
      const user = signedInUser({ caller });
      const wanted = query.safeParse(request.query);
      if (!wanted.success)
        throw new AppError('invalid-input', undefined, {
          fields: wanted.error.issues.map((issue) => ({
            path: issue.path.join('.'),
            message: issue.message,
          })),
        });
      const work = () => make(user, wanted.data, signal);
      return ofAccount.run(user.accountId, () => ofAll.run(work, signal), signal);
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
