import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { singleHook } from '../../slices/hook.ts';
import { defineSlice } from '../../slices/slice.ts';
import { identitySlice } from '../identity/module.ts';
import { createFirstBusiness } from './businesses.ts';
import type { BusinessDeps, LostLocations } from './deps.ts';
import { businessEvents } from './events.ts';
import { businessRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const businessesSlice = defineSlice({
  name: 'businesses',
  tables,
  events: businessEvents,
  build(shared) {
    const { db } = shared;
    const identity = identitySlice.module(shared);
    identity.hooks.accountCreated.fill(createFirstBusiness);
    const hooks = {
      locationsLost: singleHook<[trx: Transaction<DB>, lost: LostLocations]>('businesses.locations-lost'),
    };
    const deps: BusinessDeps = { db, onLocationsLost: hooks.locationsLost.call };
    return { hooks, web: ({ routes }) => ({ routes: { businesses: businessRoutes(routes, deps) } }) };
  },
});
