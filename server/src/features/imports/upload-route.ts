/**
 * The route for the parts of a file. They are raw bytes, which the oRPC layer of the API does not support. Parts are small,
 * so that a slow connection can send each one within the request timeout and repeat a lost one alone.
 */
import { versionedApiRoot } from '@kindling/contract/api-address';
import { importLimits } from '@kindling/contract/import-files';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { withActingCheck } from '../../http/acting-check.ts';
import { type Authenticate, type Caller, credentialsOf, signedInUser } from '../../http/caller.ts';
import { authorize, scopeOf } from '../../http/guard.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { withCallerScope } from '../../lib/caller-scope.ts';
import { runWithCooldown } from '../../lib/cooldown.ts';
import { createKeyedSemaphore } from '../../lib/semaphore.ts';
import { checkActingTrail } from '../identity/index.ts';
import type { ImportsDeps } from './deps.ts';
import { receivePart } from './imports.ts';

const counter = z.coerce.number().int().min(0).max(10_000);
const placeSchema = z.object({ id: z.uuid(), file: counter, part: counter });

const uploadMeta = { access: 'user', action: 'reviews.import' } as const;

/** Mounts `PUT /api/v1/imports/<id>/files/<file>/parts/<part>`, which answers 204 when the part is stored. */
export async function mountUploadRoute(
  app: FastifyInstance,
  deps: ImportsDeps & { authenticate: Authenticate },
): Promise<void> {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const uploads = createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 20, retryAfter: 5 });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.put<{ Params: { id: string; file: string; part: string } }>(
      `${versionedApiRoot}/imports/:id/files/:file/parts/:part`,
      {
        config: { access: 'user' },
        bodyLimit: importLimits.partBytes,
        // Authenticate before reading the body, so that an anonymous caller cannot upload a megabyte.
        preParsing: async (request) => {
          const caller = await deps.authenticate(credentialsOf(request), uploadMeta.access);
          authorize(caller, uploadMeta);
          callers.set(request, caller);
        },
      },
      async (request, reply) => {
        const caller = callers.get(request);
        const place = placeSchema.safeParse(request.params);
        if (caller === undefined || !place.success) throw notFound();
        if (!Buffer.isBuffer(request.body)) throw new AppError('unsupported-media-type');
        const { id, file, part } = place.data;
        const { accountId } = signedInUser({ caller });
        const bytes = request.body;
        const receive = () =>
          runWithCooldown(() => receivePart(deps, accountId, { importId: id, file, part }, bytes));
        const call = { method: 'PUT', path: '/imports/{id}/files/{file}/parts/{part}', input: place.data };
        await withCallerScope(scopeOf(caller), () =>
          withActingCheck(caller, call, checkActingTrail, () => uploads.run(accountId, receive)),
        );
        return reply.status(204).send();
      },
    );
  });
}
