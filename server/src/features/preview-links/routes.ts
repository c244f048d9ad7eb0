import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { PreviewLinksDeps } from './deps.ts';
import { createLink, listLinks, revokeLink } from './links.ts';

export function previewLinkRoutes({ previewLinks }: RouteBuilder, deps: PreviewLinksDeps) {
  return {
    list: previewLinks.list.handler(async ({ input, context }) => ({
      links: await listLinks(deps, signedInUser(context), input.id),
    })),
    create: previewLinks.create.handler(({ input, context }) =>
      createLink(deps, signedInUser(context), input.id),
    ),
    revoke: previewLinks.revoke.handler(async ({ input, context }) => {
      await revokeLink(deps, signedInUser(context), input.id, input.linkId);
      return { ok: true as const };
    }),
  };
}
