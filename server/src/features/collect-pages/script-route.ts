/** The one script of visitors' pages, under an address with its hash, so that browsers keep it. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptedEncodings } from '../../lib/http-headers.ts';

export interface PageScript {
  path: string;
  text: string;
}

export function mountScript(app: FastifyInstance, { path, text }: PageScript): void {
  const body = Buffer.from(text);
  const versions = {
    br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gzip: gzipSync(body, { level: 9 }),
  };
  app.get(path, { config: { access: 'public' } }, (request, reply) => {
    const codings = acceptedEncodings(request.headers['accept-encoding'] ?? '');
    const coding = codings.has('br') ? 'br' : codings.has('gzip') ? 'gzip' : null;
    return reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(coding === null ? {} : { 'content-encoding': coding }),
      })
      .send(coding === null ? body : versions[coding]);
  });
}
