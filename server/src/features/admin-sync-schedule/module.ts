import { defineSlice } from '../../slices/slice.ts';
import { syncSlice } from '../sync/module.ts';
import type { AdminSyncScheduleDeps } from './deps.ts';
import { adminSyncScheduleRoutes } from './routes.ts';

export const adminSyncScheduleSlice = defineSlice({
  name: 'admin-sync-schedule',
  build(shared) {
    const { db, connectors, queue, plans, log } = syncSlice.module(shared).deps;
    const deps: AdminSyncScheduleDeps = { db, connectors, queue, plans, log };
    return {
      deps,
      web: ({ routes }) => ({ routes: { adminSyncSchedule: adminSyncScheduleRoutes(routes, deps) } }),
    };
  },
});
