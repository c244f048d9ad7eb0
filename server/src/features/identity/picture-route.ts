/**
 * Serves profile pictures to the people of the same account. The bytes were written anew when they arrived
 * (lib/sanitize-picture.ts); here they leave with a fixed type and under a policy in which nothing of them could run.
 */
import { versionedApiRoot } from '@kindling/contract/api-address';
import { accountHeader } from '@kindling/contract/constants';
import type { FastifyInstance } from 'fastify';
import { inTenant } from '../../db/transaction.ts';
import { type Authenticate, credentialsOf, signedInUser } from '../../http/caller.ts';
import { callAs } from '../../http/guard.ts';
import { notFound } from '../../lib/app-error.ts';
import type { IdentityDeps } from './deps.ts';
import { findPicture } from './profile-queries.ts';

const picturesPath = `${versionedApiRoot}/pictures`;
const picturesMeta = { access: 'user', action: 'profile.manage' } as const;

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
      const { hash } = request.params;
      const picture = await callAs(authenticate, credentialsOf(request), picturesMeta, async (caller) => {
        const { accountId } = signedInUser({ caller });
        if (!/^[0-9a-f]{64}$/.test(hash)) throw notFound();
        return inTenant(db, accountId, (trx) => findPicture(trx, accountId, hash));
      });
      if (picture === null) throw notFound();
      return reply
        .headers({
          'content-type': picture.type,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'private, max-age=31536000, immutable',
          vary: `authorization, ${accountHeader}`,
        })
        .send(picture.bytes);
    },
  );
}
