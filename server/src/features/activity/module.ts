import { defineSlice } from '../../slices/slice.ts';
import { activityRoutes, adminAuditRoutes } from './routes.ts';

export const activitySlice = defineSlice({
  name: 'activity',
  build({ db }) {
    return {
      web: ({ routes }) => ({
        routes: { activity: activityRoutes(routes, { db }), adminAudit: adminAuditRoutes(routes, { db }) },
      }),
    };
  },
});
