/**
 * The end of mails of a kind: `/m/<token>`. Reading the page changes nothing, because mail scanners follow links; the button
 * sends the form, and mail programs send `List-Unsubscribe=One-Click` to the same address (RFC 8058).
 */
import { formFields } from '@kindling/contract/collect-page';
import { renderEndMailsPage } from '@kindling/guest/collect/end-mails-page';
import { clientNetwork } from '@kindling/service/network';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import { pairsOf, parseOneClickForms, sendPage, visitorLanguage } from '../collect-pages/index.ts';
import type { AlertsDeps } from './deps.ts';
import { endMails } from './end-mails.ts';

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

const config = { access: 'public' as const };
/** Of one network; many members share the one of their mail provider, which opens links. */
const maxPagesPerMinute = 600;

export async function mountEndMails(app: FastifyInstance, deps: AlertsDeps): Promise<void> {
  const pages = deps.limits.create({ name: 'end-mails-pages', max: maxPagesPerMinute, windowSeconds: 60 });
  const requireLeft = async (request: FastifyRequest): Promise<void> => {
    const retryAfter = await pages.consume(clientNetwork(request));
    if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
  };
  await app.register(async (scope) => {
    parseOneClickForms(scope);
    scope.get('/m/:token', { config }, async (request: TokenRequest, reply) => {
      await requireLeft(request);
      const { token } = request.params;
      const ref = deps.readAlertToken(token);
      const html = renderEndMailsPage(
        { path: pathOf(token, ref), state: ref === null ? 'gone' : 'open', mail: ref?.mail ?? null },
        visitorLanguage(request),
      );
      return sendPage(request, reply, html, ref === null ? 404 : 200);
    });
    scope.post('/m/:token', { config }, async (request: TokenRequest, reply) => {
      await requireLeft(request);
      const { token } = request.params;
      const ref = deps.readAlertToken(token);
      if (ref !== null) await endMails(deps, ref);
      // Of the form without JavaScript.
      const sent = pairsOf(request.body).find(([name]) => name === formFields.language)?.[1];
      const html = renderEndMailsPage(
        { path: pathOf(token, ref), state: ref === null ? 'gone' : 'done', mail: ref?.mail ?? null },
        visitorLanguage(request, sent),
      );
      return sendPage(request, reply, html, ref === null ? 404 : 200);
    });
  });
}

const pathOf = (token: string, ref: object | null): string => (ref === null ? '/' : `/m/${token}`);
