import { defineSlice } from '../../slices/slice.ts';
import { embedTrafficSlice } from '../embed-traffic/module.ts';
import { analyticsRoutes } from './routes.ts';
import { createWordCounter } from './words.ts';

export const analyticsSlice = defineSlice({
  name: 'analytics',
  build(shared) {
    const { db, platforms, log } = shared;
    const words = createWordCounter(log);
    return {
      web: ({ routes }) => ({
        routes: {
          analytics: analyticsRoutes(routes, {
            db,
            words,
            connectors: platforms.connectors,
            reviewSites: platforms.reviewSites,
            hasStates: embedTrafficSlice.module(shared).places.hasStates,
          }),
        },
      }),
      async close() {
        words.close();
      },
    };
  },
});
