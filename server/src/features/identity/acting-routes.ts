import type { RouteBuilder } from '../../http/api.ts';
import { adminOf } from '../../http/caller.ts';
import { provedAdminOf } from './account-deletion.ts';
import { startActing, stopActing } from './acting.ts';
import type { IdentityDeps } from './deps.ts';

export function actingRoutes(routes: RouteBuilder, { db }: Pick<IdentityDeps, 'db'>) {
  const { acting } = routes;
  return {
    start: acting.start.handler(async ({ input, context }) => ({
      acting: await startActing({ db }, provedAdminOf(context), input),
    })),
    end: acting.end.handler(async ({ context }) => {
      await stopActing({ db }, adminOf(context).adminId);
      return { ok: true as const };
    }),
  };
}
