import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import { createPageCheck } from './check-page.ts';
import type { EmbedsDeps } from './deps.ts';
import { createEmbed, getEmbed, getTraffic, listEmbeds, removeEmbed, saveEmbed } from './embeds.ts';
import { readPicks } from './picks.ts';
import { previewEmbed } from './preview.ts';
import { renderPreviews } from './previews.ts';
import { publishEmbed, unpublishEmbed } from './publish.ts';
import { createSiteLookReading } from './site-look/read-site-look.ts';

export function embedRoutes(routes: RouteBuilder, deps: EmbedsDeps) {
  const checkPage = createPageCheck(deps);
  const readSiteLook = createSiteLookReading(deps);
  return {
    list: routes.embeds.list.handler(async ({ input, context }) => ({
      embeds: await listEmbeds(deps, signedInUser(context).accountId, input.kind),
    })),
    create: routes.embeds.create.handler(async ({ input, context }) => ({
      embed: await createEmbed(deps, signedInUser(context), input),
    })),
    get: routes.embeds.get.handler(async ({ input, context }) => ({
      embed: await getEmbed(deps, signedInUser(context).accountId, input.id),
    })),
    save: routes.embeds.save.handler(async ({ input, context }) => ({
      embed: await saveEmbed(deps, signedInUser(context), input.id, input),
    })),
    preview: routes.embeds.preview.handler(({ input, context }) =>
      previewEmbed(deps, signedInUser(context).accountId, input.id, input.settings),
    ),
    previews: routes.embeds.previews.handler(({ input, context }) =>
      renderPreviews(deps, signedInUser(context).accountId, input),
    ),
    siteLook: routes.embeds.siteLook.handler(({ input, context }) =>
      readSiteLook(signedInUser(context).accountId, input.url),
    ),
    picks: routes.embeds.picks.handler(async ({ input, context }) => ({
      picks: await readPicks(deps, signedInUser(context).accountId, input.id, input),
    })),
    publish: routes.embeds.publish.handler(async ({ input, context }) => ({
      embed: await publishEmbed(deps, signedInUser(context), input.id),
    })),
    unpublish: routes.embeds.unpublish.handler(async ({ input, context }) => ({
      embed: await unpublishEmbed(deps, signedInUser(context), input.id),
    })),
    traffic: routes.embeds.traffic.handler(({ input, context }) =>
      getTraffic(deps, signedInUser(context).accountId, input.id, input.days),
    ),
    check: routes.embeds.check.handler(({ input, context }) =>
      checkPage(signedInUser(context).accountId, input.id, input.url),
    ),
    remove: routes.embeds.remove.handler(async ({ input, context }) => {
      await removeEmbed(deps, signedInUser(context), input.id);
      return { ok: true as const };
    }),
  };
}
