/** Sends exported files. Whoever has the address gets the file, once, within a minute; `tickets.ts` says why. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFound } from '../../lib/app-error.ts';
import { openArchive, readArchive } from './archives.ts';
import type { ExportsDeps } from './deps.ts';
import { openReviewExport } from './review-exports.ts';
import { fileTypes } from './review-files.ts';
import { nameOfFile, streamReviews } from './stream-reviews.ts';
import { downloadsPath, ticketHash } from './tickets.ts';

/** Mounts `GET /api/v1/downloads/<ticket>`: 404 for an address that is used, too old or unknown. */
export function mountDownloadRoute(app: FastifyInstance, deps: ExportsDeps): void {
  app.get<{ Params: { ticket: string } }>(
    `${downloadsPath}/:ticket`,
    // A request for the headers alone would use the address up.
    { config: { access: 'ticket' }, exposeHeadRoute: false },
    async (request, reply) => {
      const hash = ticketHash(request.params.ticket);
      if (hash === null) throw notFound();
      const running = await openReviewExport(deps, hash);
      if (running !== null) {
        const { format } = running.request;
        addHeaders(reply, fileTypes[format], nameOfFile(running.request));
        return reply.send(streamReviews(deps, running));
      }
      const archive = await openArchive(deps, hash);
      if (archive === null) throw notFound();
      addHeaders(reply, 'application/zip', archive.fileName).header('content-length', archive.bytes);
      return reply.send(readArchive(deps, archive));
    },
  );
}

function addHeaders(reply: FastifyReply, type: string, fileName: string): FastifyReply {
  return reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${fileName}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    // A proxy that collects the answer first would hide how far it is, and that it broke off.
    'x-accel-buffering': 'no',
  });
}
