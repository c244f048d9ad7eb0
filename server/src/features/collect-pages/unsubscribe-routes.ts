/**
 * The end of invitations: `/u/<token>`. Reading the page changes nothing, because mail scanners follow links; the button sends the
 * form, and mail programs send `List-Unsubscribe=One-Click` to the same address (RFC 8058).
 */
import { formFields } from '@kindling/contract/collect-page';
import { renderUnsubscribePage } from '@kindling/guest/collect/unsubscribe-page';
import { clientNetwork } from '@kindling/service/network';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTenant } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { type AddressRef, findInvitingBusiness, readUnsubscribeToken } from '../review-requests/index.ts';
import type { CollectPagesDeps } from './deps.ts';
import { pairsOf, parseOneClickForms } from './read-form.ts';
import { sendPage } from './send-page.ts';
import { visitorLanguage } from './visitor-language.ts';

type TokenRequest = FastifyRequest<{ Params: { token: string } }>;

const config = { access: 'public' as const };

export async function mountUnsubscribe(app: FastifyInstance, deps: CollectPagesDeps): Promise<void> {
  await app.register(async (scope) => {
    parseOneClickForms(scope);
    scope.get('/u/:token', { config }, async (request: TokenRequest, reply) => {
      // The limit of all forms together counts the button alone.
      const retryAfter = await deps.unsubscribePages.consume(clientNetwork(request));
      if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
      const ref = readUnsubscribeToken(deps.formKeys, request.params.token);
      const html = renderUnsubscribePage(
        { ...(await partsOf(deps, request, ref)), state: ref === null ? 'gone' : 'open' },
        visitorLanguage(request),
      );
      return sendPage(request, reply, html, ref === null ? 404 : 200);
    });
    scope.post('/u/:token', { config }, async (request: TokenRequest, reply) => {
      const ref = readUnsubscribeToken(deps.formKeys, request.params.token);
      // Whoever deleted their account sends nothing any more.
      if (ref !== null) await deps.unsubscribe(ref);
      const language = visitorLanguage(request, sentLanguage(request.body));
      const html = renderUnsubscribePage(
        { ...(await partsOf(deps, request, ref)), state: ref === null ? 'gone' : 'done' },
        language,
      );
      return sendPage(request, reply, html, ref === null ? 404 : 200);
    });
  });
}

/** The page's own address, and whose invitations end; the page works without the name while the database is down. */
async function partsOf(
  { db, log }: CollectPagesDeps,
  { params }: TokenRequest,
  ref: AddressRef | null,
): Promise<{ path: string; business: { name: string } | null }> {
  if (ref === null) return { path: '/', business: null };
  const { accountId, hash } = ref;
  const name = await inTenant(db, accountId, (trx) => findInvitingBusiness(trx, accountId, hash)).catch(
    (error: unknown) => {
      log.warn({ err: error }, 'The name of a business that invites was not read');
      return null;
    },
  );
  return { path: `/u/${params.token}`, business: name === null ? null : { name } };
}

/** Of the form without JavaScript. */
function sentLanguage(body: unknown): string | undefined {
  return pairsOf(body).find(([name]) => name === formFields.language)?.[1];
}
