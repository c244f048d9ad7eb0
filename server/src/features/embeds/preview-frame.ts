/** `GET /embed-preview`: the empty document of the editor's preview, which the editor fills by messages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPreviewFrame } from '@kindling/guest/embed/render/preview-document';
import type { FastifyInstance } from 'fastify';
import type { SharedServices } from '../../slices/slice.ts';
import { previewHeaders } from './preview-headers.ts';

export function mountPreviewFrame(
  app: FastifyInstance,
  { guestFolder, settings }: Pick<SharedServices, 'guestFolder' | 'settings'>,
): void {
  const { html, csp } = renderPreviewFrame(readFileSync(join(guestFolder, 'preview.js'), 'utf8'));
  // The embed's own script comes as a blob of the frame itself.
  const headers = previewHeaders({ ...csp, script: `${csp.script} blob:` }, settings.publicUrl);
  app.get('/embed-preview', { config: { access: 'public' } }, (_request, reply) =>
    reply
      .headers({ ...headers, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(html),
  );
}
