import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { multiHook, singleHook } from '../../slices/hook.ts';
import { defineSlice } from '../../slices/slice.ts';
import { identitySlice } from '../identity/module.ts';
import { createFirstBusiness } from './businesses.ts';
import type { BusinessDeps, LostLocations } from './deps.ts';
import { businessEvents } from './events.ts';
import { mountLogoRoute } from './logo-route.ts';
import { createLogoReader } from './logos.ts';
import { businessRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const businessesSlice = defineSlice({
  name: 'businesses',
  tables,
  events: businessEvents,
  build(shared) {
    const { db, log } = shared;
    const identity = identitySlice.module(shared);
    const hooks = {
      businessAdded: multiHook<Parameters<BusinessDeps['onBusinessAdded']>>('businesses.business-added'),
      businessRenamed: multiHook<Parameters<BusinessDeps['onBusinessRenamed']>>(
        'businesses.business-renamed',
      ),
      placeRemoved: multiHook<Parameters<BusinessDeps['onPlaceRemoved']>>('businesses.place-removed'),
      locationsLost: singleHook<[trx: Transaction<DB>, lost: LostLocations]>('businesses.locations-lost'),
    };
    const deps: BusinessDeps = {
      db,
      logoReader: createLogoReader(log),
      onBusinessAdded: hooks.businessAdded.call,
      onBusinessRenamed: hooks.businessRenamed.call,
      onPlaceRemoved: hooks.placeRemoved.call,
      onLocationsLost: hooks.locationsLost.call,
    };
    identity.hooks.accountCreated.fill((trx, account) => createFirstBusiness(deps, trx, account));
    return {
      hooks,
      web: ({ routes }) => ({
        routes: { businesses: businessRoutes(routes, deps) },
        mount: (app) => mountLogoRoute(app, deps),
      }),
      async close() {
        deps.logoReader.close();
      },
    };
  },
});
