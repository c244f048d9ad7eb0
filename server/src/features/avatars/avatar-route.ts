import type { FastifyInstance } from 'fastify';
import type { Avatars } from './avatars.ts';

const headers = {
  // Opened as a page of its own, it may run and load nothing.
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
/** One day: together with the 28 days of our own cache it stays below the 30 days that platforms allow. */
const foundCache = 'public, max-age=86400';
/** Short, because the download may only have failed for the moment; embeds show initials meanwhile. */
const missingCache = 'public, max-age=300';

/** Mounts the public `GET /a/<embed code>/<file>`: a picture that the embed shows, or 404. */
export function mountAvatarRoute(app: FastifyInstance, avatars: Avatars): void {
  app.get<{ Params: { code: string; file: string } }>(
    '/a/:code/:file',
    { config: { access: 'public' } },
    async (request, reply) => {
      const picture = await avatars.get(request.params.code, request.params.file);
      reply.headers(headers);
      if (picture === null)
        return reply.status(404).headers({ 'cache-control': missingCache }).type('text/plain').send('');
      return reply.headers({ 'cache-control': foundCache }).type('image/webp').send(picture);
    },
  );
}
