import { defineSlice } from '../../slices/slice.ts';
import { identitySlice } from '../identity/module.ts';
import { createFirstBusiness } from './businesses.ts';
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
    return { web: ({ routes }) => ({ routes: { businesses: businessRoutes(routes, { db }) } }) };
  },
});
