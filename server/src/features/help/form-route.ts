/**
 * The help form of the public pages without JavaScript: urlencoded, answered with a redirect back to the page, whose
 * markup contains the confirmation. A refused form is answered with a page that contains everything that was typed. The
 * sign-in pages send the same form by a script, which reads only the status.
 */
import { asLanguage } from '@kindling/contract/constants';
import { visitorFields } from '@kindling/contract/help';
import { helpLimits } from '@kindling/contract/help-limits';
import { clientNetwork } from '@kindling/service/network';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { asAppError } from '../../http/problem.ts';
import { AppError } from '../../lib/app-error.ts';
import type { HelpDeps } from './deps.ts';
import { failedPage, failedPageCsp } from './failed-page.ts';
import type { SupportMessages } from './send-message.ts';

/** Bytes. Larger than any accepted message in any script, urlencoded. */
const bodyLimit = 96 * 1024;
const formSchema = z.object(visitorFields);
type Fields = Record<string, string>;

export async function mountHelpForm(
  app: FastifyInstance,
  deps: HelpDeps,
  post: SupportMessages,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post<{ Body: unknown }>(
      '/help',
      { config: { access: 'public' }, bodyLimit },
      async (request, reply) => {
        const fields = readFields(request.body);
        if (request.headers.origin === deps.identityOrigin)
          reply.headers({ 'access-control-allow-origin': deps.identityOrigin, vary: 'origin' });
        try {
          await handleForm(post, deps, request, fields);
          return await reply.redirect(`${pathOf(fields)}#help-sent`, 303);
        } catch (error) {
          const known = error instanceof z.ZodError ? null : asAppError(error);
          if (known?.code === 'internal') noteFailure(deps, known.cause ?? error, request);
          const page = failedPage({
            language: asLanguage(fields.language),
            reason: known === null ? 'invalid' : known.code === 'rate-limited' ? 'often' : 'failed',
            requestId: request.id,
            fields,
          });
          return reply
            .status(known?.status ?? 400)
            .type('text/html; charset=utf-8')
            .headers({
              'content-security-policy': failedPageCsp,
              'cross-origin-opener-policy': 'same-origin',
              'cache-control': 'no-store',
            })
            .send(page);
        }
      },
    );
  });
}

async function handleForm(
  post: SupportMessages,
  { identityOrigin }: HelpDeps,
  request: FastifyRequest,
  fields: Fields,
): Promise<void> {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // Otherwise any site could make its visitors' browsers write to support, each from another network.
  if (site === 'cross-site' && origin !== identityOrigin) throw new AppError('forbidden');
  const { name, email, [helpLimits.honeypot]: trap, ...message } = formSchema.parse(fields);
  if (trap !== '') return;
  const sender = { accountId: null, userId: null, name, email };
  // Without a script there is no idempotency key, so the message is used as one: a repeat counts as a reload.
  await post.sendFromVisitor(clientNetwork(request), sender, message.message, message);
}

function noteFailure({ log, failures }: HelpDeps, error: unknown, { id, url }: FastifyRequest): void {
  log.error({ err: error, requestId: id }, 'A request failed');
  failures.report({ origin: 'server', level: 'error', error, route: url, requestId: id, accountId: null });
}

function readFields(body: unknown): Fields {
  return z.record(z.string(), z.string()).safeParse(body).data ?? {};
}

/** The path to return to. Always one of our own pages, because the form's value is untrusted. */
function pathOf(fields: Fields): string {
  return visitorFields.page.safeParse(fields.page).data?.split('#')[0] ?? '/';
}
