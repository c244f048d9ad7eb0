import { defineSlice } from '../../slices/slice.ts';
import { reviewsSlice } from '../reviews/module.ts';
import type { BulkActionsDeps } from './deps.ts';
import { bulkActionRoutes } from './routes.ts';
import { bulkActionJob, bulkActionJobs, bulkActionSweepJob, sweepBulkActions } from './run-bulk-action.ts';
import { tables } from './tables.ts';

export const bulkActionsSlice = defineSlice({
  name: 'bulk-actions',
  tables,
  jobs: [bulkActionJob, bulkActionSweepJob],
  build(shared) {
    const { db, queue } = shared;
    const { connectors } = reviewsSlice.module(shared).deps;
    const deps: BulkActionsDeps = { db, queue, connectors };
    return {
      deps,
      web: ({ routes }) => ({ routes: { bulkActions: bulkActionRoutes(routes, deps) } }),
      worker: { handlers: () => bulkActionJobs(deps), recover: () => sweepBulkActions(deps) },
    };
  },
});
