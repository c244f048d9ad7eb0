import { deriveKey } from '../../lib/secret-box.ts';
import { defineSlice } from '../../slices/slice.ts';
import { closeConnections, eraseConnection } from '../connections/index.ts';
import { connectionsSlice } from '../connections/module.ts';
import type { DeletionRequestsDeps } from './deps.ts';
import { deletionRequestJobs, deletionRequestsJob } from './requests.ts';
import { mountDeletionStatusPage } from './status-page.ts';
import { tables } from './tables.ts';

export const deletionRequestsSlice = defineSlice({
  name: 'deletion-requests',
  tables,
  jobs: [deletionRequestsJob],
  build(shared) {
    const { settings, db, queue, log } = shared;
    const connections = connectionsSlice.module(shared);
    const deps: DeletionRequestsDeps = {
      db,
      queue,
      log,
      personHashKey: deriveKey(settings.secret, 'deletion-requests'),
      closeConnections,
      eraseConnection: (accountId, connectionId, signal) =>
        eraseConnection(
          connections.deps,
          accountId,
          connectionId,
          { because: 'asked-at-platform', onlyDue: true },
          signal,
        ),
    };
    return {
      deps,
      web: ({ renderDeletionPage }) => ({
        mount: (app) => mountDeletionStatusPage(app, { db }, renderDeletionPage),
      }),
      worker: { handlers: () => deletionRequestJobs(deps) },
    };
  },
});
