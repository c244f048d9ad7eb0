/**
 * The help form of the public pages as a browser without JavaScript sends it: urlencoded, answered with a redirect
 * back to the page, whose markup holds the words of thanks. What was refused comes back on a page of its own with
 * everything that was typed. The sign-in pages send it by a script of theirs, which stays where it is and reads only
 * whether the message was taken.
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

/** Longer than any message that is taken, in any script, urlencoded. */
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
          if (known?.code === 'internal')
            deps.log.error({ err: known.cause ?? error, requestId: request.id }, 'A request failed');
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
  // Else any site could have its visitors' browsers write to support, each from a network of its own.
  if (site === 'cross-site' && origin !== identityOrigin) throw new AppError('forbidden');
  const { name, email, [helpLimits.honeypot]: trap, ...message } = formSchema.parse(fields);
  if (trap !== '') return;
  const sender = { accountId: null, userId: null, name, email };
  // Without a script there is no draft; sending the same words again is taken for a reload.
  await post.sendFromVisitor(clientNetwork(request), sender, message.message, message);
}

function readFields(body: unknown): Fields {
  return z.record(z.string(), z.string()).safeParse(body).data ?? {};
}

/** Where to go back to: a path of ours, whatever the form says. */
function pathOf(fields: Fields): string {
  return visitorFields.page.safeParse(fields.page).data?.split('#')[0] ?? '/';
}
