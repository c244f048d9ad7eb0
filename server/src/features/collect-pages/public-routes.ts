/**
 * The pages that visitors open, and the forms that they send: `/q/<code>`, `/n/<code>`, `/c/<slug>`, `/c/<slug>/kiosk` and
 * `/i/<token>`; and the contact of a digital card. No cookie is read or set. Nothing in a request changes where a link of the
 * page leads.
 */
import type { CollectLocation } from '@kindling/contract/collect-page';
import { clientNetwork } from '@kindling/service/network';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import { vCardType } from '../codes/index.ts';
import type { CollectPagesDeps } from './deps.ts';
import { findPage } from './find-page.ts';
import { freshValues, newKey } from './fresh-values.ts';
import type { OpenPage } from './load-page.ts';
import { invitationAddress, type PageAddress, pageAddress } from './page-address.ts';
import { formBodyLimit, parseForms } from './read-form.ts';
import { choicePage, firstPage, type RenderContext, renderPlain, statusOfPlain } from './render-page.ts';
import { sendFilled, sendJson, sendPage, sendWhole, wantsJson } from './send-page.ts';
import { sendProblem, takeForm } from './take-form.ts';
import { doorOf, locationOf } from './visit.ts';
import { visitorLanguage } from './visitor-language.ts';

type PageRoute = { Params: { code: string }; Querystring: Record<string, unknown> };
type CodeRequest = FastifyRequest<PageRoute>;

/** Forms count themselves per network, page and account, and clicks per network. */
const config = { access: 'public' as const, ownRateLimit: true };

export async function mountPages(app: FastifyInstance, deps: CollectPagesDeps): Promise<void> {
  await app.register(async (scope) => {
    parseForms(scope);
    // A click is sent as the text of its destination's id.
    scope.addContentTypeParser('text/ping', { parseAs: 'string', bodyLimit: 1024 }, (_request, body, done) =>
      done(null, body),
    );
    for (const prefix of ['q', 'n', 'c'] as const)
      mountPage(scope, deps, `/${prefix}/:code`, (code) => pageAddress(prefix, code));
    mountPage(scope, deps, '/c/:code/kiosk', (code) => pageAddress('c', code, true));
    mountPage(scope, deps, '/i/:code', (token) => invitationAddress(deps.formKeys, token));
    scope.get<PageRoute>('/n/:code/contact.vcf', { config }, (request: CodeRequest, reply) =>
      sendContact(deps, request, reply),
    );
  });
}

function mountPage(
  scope: FastifyInstance,
  deps: CollectPagesDeps,
  route: string,
  addressOf: (code: string) => PageAddress | null,
): void {
  scope.get<PageRoute>(route, { config }, (request: CodeRequest, reply) =>
    showPage(deps, request, reply, addressOf(request.params.code)),
  );
  scope.post<PageRoute>(
    route,
    {
      config,
      bodyLimit: formBodyLimit,
      errorHandler: (error, request, reply) => sendProblem(deps, error, request, reply),
    },
    (request: CodeRequest, reply) => takeForm(deps, request, reply, addressOf(request.params.code)),
  );
  scope.post<PageRoute>(`${route}/click`, { config, bodyLimit: 1024 }, (request: CodeRequest, reply) =>
    countClick(deps, request, reply, addressOf(request.params.code)),
  );
}

/** The contact of a digital card, as long as the card is in use. */
async function sendContact(
  deps: CollectPagesDeps,
  request: CodeRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const address = pageAddress('n', request.params.code);
  const page = (await findPage(deps, request, address))?.page;
  if (page?.kind !== 'open' || page.card === undefined) throw new AppError('not-found');
  return reply
    .headers({
      'content-type': vCardType,
      'content-disposition': 'attachment; filename="contact.vcf"',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .send(page.card.vCard);
}

async function showPage(
  deps: CollectPagesDeps,
  request: CodeRequest,
  reply: FastifyReply,
  address: PageAddress | null,
): Promise<FastifyReply> {
  const language = visitorLanguage(request);
  const found = await findPage(deps, request, address);
  const loaded = found?.page ?? null;
  if (address === null || found === null || loaded?.kind !== 'open') {
    const html = renderPlain(loaded?.kind === 'plain' ? loaded : null, `/${address?.path ?? ''}`, language);
    return sendPage(request, reply, html, statusOfPlain(loaded));
  }
  const page = loaded;
  const location = locationOf(page, request.query.location);
  const target = { ...doorOf(page, address), locationId: location?.id ?? null };
  if (await isNewVisit(deps, request, address))
    deps.traffic.count('visits', page.view.accountId, target, request);
  if (wantsJson(request)) return sendJson(reply, await freshValues(deps, address, location));
  const context: RenderContext = { ...deps, address, language };
  const { path } = address;
  if (location === null) {
    const template = await choicePage(found, page, context);
    if (address.invitation === null) return sendWhole(request, reply, template);
    return sendFilled(request, reply, template, { token: '', key: '', challenge: '', path });
  }
  const template = await firstPage(found, page, location, context);
  const values = await freshValues(deps, address, location);
  return sendFilled(request, reply, template, { ...values, key: newKey(), path });
}

/**
 * Whether somebody came, within the limit of their network. Who chooses a language or a location on the page itself was counted
 * when they came.
 */
async function isNewVisit(
  { visits }: CollectPagesDeps,
  request: CodeRequest,
  { path, door }: PageAddress,
): Promise<boolean> {
  const { referer = '' } = request.headers;
  // A script asks for new values of a page that is open; a tablet at the counter does so for its next visitor.
  if (wantsJson(request)) return door === 'kiosk' && (await visits.consume(clientNetwork(request))) === 0;
  const isOwn = URL.canParse(referer) && new URL(referer).pathname.toLowerCase() === `/${path}`.toLowerCase();
  // Fastify answers HEAD by this route too.
  if (request.method !== 'GET' || isOwn) return false;
  return (await visits.consume(clientNetwork(request))) === 0;
}

async function countClick(
  deps: CollectPagesDeps,
  request: CodeRequest,
  reply: FastifyReply,
  address: PageAddress | null,
): Promise<FastifyReply> {
  const refused = (await deps.clicks.consume(clientNetwork(request))) > 0;
  const page = refused ? null : (await findPage(deps, request, address))?.page;
  if (address !== null && page?.kind === 'open') {
    const location = clickedLocation(page, request);
    if (location !== null)
      deps.traffic.count(
        'clicks',
        page.view.accountId,
        { ...doorOf(page, address), locationId: location.id },
        request,
      );
  }
  return reply.status(204).send();
}

/**
 * The location whose link was clicked: the script sends the destination's id as the body, a `ping` of the browser in the address.
 */
function clickedLocation(page: OpenPage, { body, query }: CodeRequest): CollectLocation | null {
  const id = typeof query.destination === 'string' ? query.destination : body;
  const isClicked = (location: CollectLocation) => location.destinations.some((one) => one.id === id);
  return page.view.locations.find(isClicked) ?? null;
}
