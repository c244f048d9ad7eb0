import { defineSlice } from '../../slices/slice.ts';
import { getDashboard } from './dashboard.ts';
import { countJob, dashboardJobs } from './jobs.ts';
import { tables } from './tables.ts';

export const adminDashboardSlice = defineSlice({
  name: 'admin-dashboard',
  tables,
  jobs: [countJob],
  build({ db, queue, platforms, settings: { plansEnabled } }) {
    return {
      web: ({ routes }) => ({
        routes: {
          adminDashboard: {
            get: routes.adminDashboard.get.handler(({ input }) =>
              getDashboard({ db, queue, plansEnabled, connectors: platforms.connectors }, input.days),
            ),
          },
        },
      }),
      worker: {
        handlers: () => dashboardJobs({ db }),
        // A new installation has figures at once.
        enqueueDue: () => queue.enqueue(countJob, {}, { key: 'count' }),
      },
    };
  },
});
