import type { RouteBuilder } from '../../http/api.ts';
import { adminOf } from '../../http/caller.ts';
import { provedAdminOf } from '../identity/index.ts';
import { deleteAccount, extendTrial, giveFreePlan, keepAccount, takeFreePlan } from './change-account.ts';
import { block, changeRole, removePerson, unblock } from './change-person.ts';
import type { AdminUsersDeps } from './deps.ts';
import { readAccount, readActivity, readPeople, readPerson } from './read.ts';
import { findItem, restore, takeDown } from './takedowns.ts';

const ok = { ok: true as const };

export function adminUsersRoutes({ adminUsers }: RouteBuilder, deps: AdminUsersDeps) {
  return {
    list: adminUsers.list.handler(({ input }) => readPeople(deps, input)),
    get: adminUsers.get.handler(async ({ input, context }) => ({
      person: await readPerson(deps, adminOf(context).adminId, input.userId),
    })),
    getAccount: adminUsers.getAccount.handler(async ({ input }) => ({
      account: await readAccount(deps, input.accountId),
    })),
    listActivity: adminUsers.listActivity.handler(({ input }) =>
      readActivity(deps, input.accountId, input.cursor),
    ),
    changeRole: adminUsers.changeRole.handler(async ({ input: { userId, ...change }, context }) => {
      await changeRole(deps, { adminId: provedAdminOf(context).adminId, userId }, change);
      return ok;
    }),
    block: adminUsers.block.handler(async ({ input: { userId, reason }, context }) => {
      await block(deps, { adminId: provedAdminOf(context).adminId, userId }, reason);
      return ok;
    }),
    unblock: adminUsers.unblock.handler(async ({ input: { userId }, context }) => {
      await unblock(deps, { adminId: adminOf(context).adminId, userId });
      return ok;
    }),
    removePerson: adminUsers.removePerson.handler(async ({ input: { userId, email }, context }) => {
      await removePerson(deps, { adminId: provedAdminOf(context).adminId, userId }, email);
      return ok;
    }),
    extendTrial: adminUsers.extendTrial.handler(async ({ input, context }) => {
      const { accountId, days, expected } = input;
      const change = { adminId: adminOf(context).adminId, accountId };
      await extendTrial(deps, change, { days, expected: new Date(expected) });
      return ok;
    }),
    giveFreePlan: adminUsers.giveFreePlan.handler(async ({ input, context }) => {
      const { accountId, lastDay, expected } = input;
      const change = { adminId: adminOf(context).adminId, accountId };
      await giveFreePlan(deps, change, { lastDay, expected: expected && giftOf(expected) });
      return ok;
    }),
    takeFreePlan: adminUsers.takeFreePlan.handler(async ({ input: { accountId, expected }, context }) => {
      await takeFreePlan(deps, { adminId: adminOf(context).adminId, accountId }, giftOf(expected));
      return ok;
    }),
    deleteAccount: adminUsers.deleteAccount.handler(async ({ input: { accountId, ...how }, context }) => {
      const { adminId } = how.when === 'now' ? provedAdminOf(context) : adminOf(context);
      await deleteAccount(deps, { adminId, accountId }, how);
      return ok;
    }),
    keepAccount: adminUsers.keepAccount.handler(async ({ input: { accountId }, context }) => {
      await keepAccount(deps, { adminId: adminOf(context).adminId, accountId });
      return ok;
    }),
    findPublicItem: adminUsers.findPublicItem.handler(async ({ input }) => ({
      item: await findItem(deps, input.address),
    })),
    takeDown: adminUsers.takeDown.handler(async ({ input: { reason, ...item }, context }) => {
      await takeDown(deps, { adminId: adminOf(context).adminId, ...item }, reason);
      return ok;
    }),
    restore: adminUsers.restore.handler(async ({ input, context }) => {
      await restore(deps, { adminId: adminOf(context).adminId, ...input });
      return ok;
    }),
  };
}

function giftOf({ since, until }: { since: string; until: string | null }) {
  return { since: new Date(since), until: until === null ? null : new Date(until) };
}
