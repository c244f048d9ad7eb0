import { defineSlice } from '../../slices/slice.ts';
import { analyticsRoutes } from './routes.ts';

export const analyticsSlice = defineSlice({
  name: 'analytics',
  build: ({ db, platforms }) => ({
    web: ({ routes }) => ({
      routes: {
        analytics: analyticsRoutes(routes, {
          db,
          connectors: platforms.connectors,
          reviewSites: platforms.reviewSites,
        }),
      },
    }),
  }),
});
