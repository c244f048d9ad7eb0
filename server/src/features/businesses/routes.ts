import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import { listBusinesses } from './businesses.ts';
import type { BusinessDeps } from './deps.ts';
import {
  addLocation,
  changeBusiness,
  createBusiness,
  editLocation,
  removeBusiness,
  removeLocation,
  setArchived,
} from './edit-businesses.ts';
import { removeLogo, setLogo } from './logos.ts';

export function businessRoutes(routes: RouteBuilder, deps: BusinessDeps) {
  return {
    list: routes.businesses.list.handler(async ({ context }) => {
      const { accountId } = signedInUser(context);
      return { businesses: await inTenant(deps.db, accountId, (trx) => listBusinesses(trx, accountId)) };
    }),
    create: routes.businesses.create.handler(async ({ input, context }) => ({
      business: await createBusiness(deps, signedInUser(context), input.name),
    })),
    update: routes.businesses.update.handler(async ({ input: { id, updatedAt, ...change }, context }) => ({
      business: await changeBusiness(deps, signedInUser(context), id, change, updatedAt),
    })),
    archive: routes.businesses.archive.handler(async ({ input, context }) => ({
      business: await setArchived(deps, signedInUser(context), input.id, input.archived),
    })),
    setLogo: routes.businesses.setLogo.handler(async ({ input, context }) => ({
      business: await setLogo(deps, signedInUser(context), input.id, input.data),
    })),
    removeLogo: routes.businesses.removeLogo.handler(async ({ input, context }) => ({
      business: await removeLogo(deps, signedInUser(context), input.id),
    })),
    remove: routes.businesses.remove.handler(async ({ input, context }) => {
      await removeBusiness(deps, signedInUser(context), input.id);
      return { ok: true as const };
    }),
    addLocation: routes.businesses.addLocation.handler(async ({ input: { id, ...location }, context }) => ({
      location: await addLocation(deps, signedInUser(context), id, location),
    })),
    updateLocation: routes.businesses.updateLocation.handler(
      async ({ input: { id, businessId, updatedAt, ...location }, context }) => ({
        location: await editLocation(deps, signedInUser(context), id, businessId, location, updatedAt),
      }),
    ),
    removeLocation: routes.businesses.removeLocation.handler(async ({ input, context }) => {
      await removeLocation(deps, signedInUser(context), input.id);
      return { ok: true as const };
    }),
  };
}
