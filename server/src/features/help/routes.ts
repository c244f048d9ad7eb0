import { createHmac } from 'node:crypto';
import { helpLimits } from '@kindling/contract/help-limits';
import type { RouteBuilder } from '../../http/api.ts';
import { bearerOf, signedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { getUser } from '../identity/index.ts';
import type { HelpDeps } from './deps.ts';
import { newReference, type SupportMessages } from './send-message.ts';

export function helpRoutes(routes: RouteBuilder, deps: HelpDeps, post: SupportMessages) {
  return {
    identity: routes.help.identity.handler(async ({ context }) => {
      if (deps.hmacKey === null) return { identity: null };
      const { id, displayName, email, planState } = await getUser(deps, bearerOf(context), context.account);
      const identifierHash = createHmac('sha256', deps.hmacKey).update(id).digest('hex');
      return {
        identity: { identifier: id, name: displayName || email, email, identifierHash, plan: planState },
      };
    }),
    send: routes.help.send.handler(async ({ input, context }) => {
      const { accountId, userId } = signedInUser(context);
      const { idempotencyKey, ...message } = input;
      const { displayName, email } = await getUser(deps, bearerOf(context), context.account);
      const sender = { accountId, userId, name: displayName, email };
      return { reference: await post.sendFromUser(sender, idempotencyKey, message) };
    }),
    sendAsVisitor: routes.help.sendAsVisitor.handler(async ({ input, context }) => {
      const { idempotencyKey, name, email, age, [helpLimits.honeypot]: trap, ...message } = input;
      if (trap !== '') return { reference: newReference() };
      if (age < helpLimits.minimumAge) throw new AppError('rate-limited', undefined, { retryAfter: 3 });
      const sender = { accountId: null, userId: null, name, email };
      return { reference: await post.sendFromVisitor(context.network, sender, idempotencyKey, message) };
    }),
  };
}
