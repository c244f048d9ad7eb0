import type { RouteBuilder } from '../../http/api.ts';
import { adminOf, signedInUser } from '../../http/caller.ts';
import { exportActivity, listActivity } from './activity.ts';
import { exportAudit, searchAudit } from './audit-search.ts';
import type { ActivityDeps } from './deps.ts';

export function activityRoutes({ activity }: RouteBuilder, deps: ActivityDeps) {
  return {
    list: activity.list.handler(({ input, context }) => listActivity(deps, signedInUser(context), input)),
    export: activity.export.handler(({ input, context }) =>
      exportActivity(deps, signedInUser(context), input),
    ),
  };
}

export function adminAuditRoutes({ adminAudit }: RouteBuilder, deps: ActivityDeps) {
  return {
    search: adminAudit.search.handler(({ input }) => searchAudit(deps, input)),
    export: adminAudit.export.handler(({ input, context }) =>
      exportAudit(deps, adminOf(context).adminId, {
        ...input.search,
        ...(input.cursor === undefined ? {} : { cursor: input.cursor }),
      }),
    ),
  };
}
