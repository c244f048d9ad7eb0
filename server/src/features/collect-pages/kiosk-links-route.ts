/**
 * The public links for the phone of somebody who rated on a tablet at the counter, which shows the address as a QR code: the
 * links alone, the same for every rating, without rating again. Clicks count for the kiosk.
 */
import { renderPlainLinks } from '@kindling/guest/collect/plain-links';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CollectPagesDeps } from './deps.ts';
import type { OpenPage } from './load-page.ts';
import { pageAddress } from './page-address.ts';
import { renderPlain, statusOfPlain } from './render-page.ts';
import { sendPage } from './send-page.ts';
import { locationOf } from './visit.ts';
import { visitorLanguage } from './visitor-language.ts';

type LinksRequest = FastifyRequest<{ Params: { code: string }; Querystring: Record<string, unknown> }>;

export function mountKioskLinks(app: FastifyInstance, deps: CollectPagesDeps): void {
  const config = { access: 'public' as const };
  app.get('/c/:code/kiosk/links', { config }, (request: LinksRequest, reply) => show(deps, request, reply));
}

async function show(
  { store }: CollectPagesDeps,
  request: LinksRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = visitorLanguage(request);
  const address = pageAddress('c', request.params.code, true);
  const page = address === null ? null : (await store.get(address)).page;
  const path = `/${address?.path ?? ''}`;
  if (page?.kind !== 'open') {
    const html = renderPlain(page, `${path}/links`, language);
    return sendPage(request, reply, html, statusOfPlain(page));
  }
  const location = locationOf(page, request.query.location);
  const own = location === null ? `${path}/links` : `${path}/links?location=${location.id}`;
  const { business } = page.view;
  const destinations = location?.destinations ?? allDestinations(page);
  const html = renderPlainLinks({ reason: 'kiosk', business, destinations }, language, own, path);
  return sendPage(request, reply, html);
}

const allDestinations = ({ view }: OpenPage) => view.locations.flatMap(({ destinations }) => destinations);
