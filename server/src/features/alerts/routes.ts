import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { AlertsDeps } from './deps.ts';
import { countNews, listNews, markNewsSeen } from './news.ts';

export function newsRoutes({ news }: RouteBuilder, deps: AlertsDeps) {
  return {
    list: news.list.handler(({ context }) => listNews(deps, signedInUser(context))),
    count: news.count.handler(({ context }) => countNews(deps, signedInUser(context))),
    markSeen: news.markSeen.handler(async ({ input, context }) => {
      await markNewsSeen(deps, signedInUser(context), input.until);
      return { ok: true as const };
    }),
  };
}
