import type { FastifyInstance } from 'fastify';
import type { Avatars } from './avatars.ts';

const headers = {
  // Opened by itself it may do nothing.
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
/** A day: with what we keep ourselves it stays below the time for which platforms lend it. */
const shownCache = 'public, max-age=86400';
/** Somebody may have been slow to answer; in the meantime there are initials. */
const missingCache = 'public, max-age=300';

/** Mounts `GET /a/<embed code>/<file>`: anybody gets a picture that an embed shows, or 404. */
export function mountAvatarRoute(app: FastifyInstance, avatars: Avatars): void {
  app.get<{ Params: { code: string; file: string } }>(
    '/a/:code/:file',
    { config: { access: 'public' } },
    async (request, reply) => {
      const picture = await avatars.get(request.params.code, request.params.file);
      reply.headers(headers);
      if (picture === null)
        return reply.status(404).headers({ 'cache-control': missingCache }).type('text/plain').send('');
      return reply.headers({ 'cache-control': shownCache }).type('image/webp').send(picture);
    },
  );
}
