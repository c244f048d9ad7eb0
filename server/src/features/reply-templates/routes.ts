import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import {
  addTemplate,
  changeTemplate,
  listTemplates,
  removeTemplate,
  type TemplatesDeps,
} from './templates.ts';

export function replyTemplateRoutes({ replyTemplates }: RouteBuilder, deps: TemplatesDeps) {
  return {
    list: replyTemplates.list.handler(async ({ context }) => ({
      templates: await listTemplates(deps, signedInUser(context).accountId),
    })),
    create: replyTemplates.create.handler(async ({ input, context }) => ({
      template: await addTemplate(deps, signedInUser(context), input),
    })),
    update: replyTemplates.update.handler(async ({ input: { id, version, ...fields }, context }) => ({
      template: await changeTemplate(deps, signedInUser(context), { id, version }, fields),
    })),
    remove: replyTemplates.remove.handler(async ({ input, context }) => {
      await removeTemplate(deps, signedInUser(context), input.id);
      return { ok: true as const };
    }),
  };
}
