import type { FastifyInstance } from 'fastify';
import type { LogoDeps } from './deps.ts';
import { readLogo } from './logos.ts';

/** Mounts the public `GET /l/<hash>`. The bytes of an address never change; a removed logo answers 404. */
export function mountLogoRoute(app: FastifyInstance, deps: Pick<LogoDeps, 'db'>): void {
  app.get<{ Params: { hash: string } }>(
    '/l/:hash',
    { config: { access: 'public' } },
    async (request, reply) => {
      const { type, bytes } = await readLogo(deps, request.params.hash);
      return reply
        .headers({
          'content-type': type,
          // Opened as a page of its own, it may run and load nothing.
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .send(bytes);
    },
  );
}
