/**
 * Serves profile pictures to the people of the same account. The bytes were written anew when they arrived
 * (sanitize-picture.ts); here they leave with a fixed type and under a policy in which nothing of them could run.
 */
import { versionedApiRoot } from '@kindling/contract/api-address';
import type { FastifyInstance } from 'fastify';
import { inTenant } from '../../db/transaction.ts';
import type { Authenticate } from '../../http/caller.ts';
import { notFound } from '../../lib/app-error.ts';
import type { IdentityDeps } from './deps.ts';
import { findPicture } from './profile-queries.ts';

const picturesPath = `${versionedApiRoot}/pictures`;

/** Path of a stored picture by its hash. */
export function picturePath(hash: string | null): string | null {
  return hash === null ? null : `${picturesPath}/${hash}`;
}

/** Mounts `GET /api/v1/pictures/<hash>`: a bearer of the same account gets the picture, anybody else 401, 403 or 404. */
export function mountPictureRoute(
  app: FastifyInstance,
  { db, authenticate }: { db: IdentityDeps['db']; authenticate: Authenticate },
): void {
  app.get<{ Params: { hash: string } }>(
    `${picturesPath}/:hash`,
    { config: { access: 'user' } },
    async (request, reply) => {
      const caller = await authenticate(request.headers.authorization, 'user');
      const { hash } = request.params;
      if (caller.kind !== 'user' || !/^[0-9a-f]{64}$/.test(hash)) throw notFound();
      const { accountId } = caller.user;
      const picture = await inTenant(db, accountId, (trx) => findPicture(trx, accountId, hash));
      if (picture === null) throw notFound();
      return reply
        .headers({
          'content-type': picture.type,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'private, max-age=31536000, immutable',
          vary: 'authorization',
        })
        .send(picture.bytes);
    },
  );
}
