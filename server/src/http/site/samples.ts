/** The documents of the gallery's frames: an embed's page with sample reviews, under its own Content-Security-Policy. */
import { languages } from '@kindling/contract/constants';
import { siteSampleAddress } from '@kindling/contract/site';
import type { FastifyInstance } from 'fastify';
import type { SiteDocuments } from './documents.ts';
import { sendCompressed } from './send.ts';

export function serveSamples(app: FastifyInstance, documents: SiteDocuments): void {
  for (const { name, style, script } of documents.samples) {
    const headers = {
      // Only the gallery may frame it.
      'content-security-policy': `default-src 'none'; style-src ${style}; script-src ${script}; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
      'x-robots-tag': 'noindex',
    };
    for (const language of languages)
      app.get(siteSampleAddress(name, language), { config: { access: 'public' } }, async (request, reply) => {
        const prepared = await documents.sample(name, language);
        if (prepared === null) return reply.callNotFound();
        return sendCompressed(request, reply, prepared, {
          type: 'text/html; charset=utf-8',
          cacheControl: 'no-cache',
          headers,
        });
      });
  }
}
