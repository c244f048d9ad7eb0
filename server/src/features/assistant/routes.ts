import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { AssistantDeps } from './deps.ts';
import { draftReply } from './draft-reply.ts';
import { readAssistant, updateAssistant } from './settings.ts';

export function assistantRoutes({ assistant }: RouteBuilder, deps: AssistantDeps) {
  return {
    get: assistant.get.handler(async ({ context }) => {
      const { accountId } = signedInUser(context);
      return { assistant: await inTenant(deps.db, accountId, (trx) => readAssistant(deps, trx, accountId)) };
    }),
    update: assistant.update.handler(async ({ input, context }) => ({
      assistant: await updateAssistant(deps, signedInUser(context), input),
    })),
    draft: assistant.draft.handler(({ input, context, signal }) =>
      draftReply(deps, signedInUser(context), input.id, signal),
    ),
  };
}
