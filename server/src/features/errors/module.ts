import { scopeOf } from '../../http/guard.ts';
import { defineSlice } from '../../slices/slice.ts';
import { createErrorRecorder } from './error-recorder.ts';
import { errorJobs, errorSweepJob } from './jobs.ts';
import { errorRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const errorsSlice = defineSlice({
  name: 'errors',
  tables,
  jobs: [errorSweepJob],
  build: ({ db, log }) => ({
    web({ routes, authenticate }) {
      const recorder = createErrorRecorder({
        db,
        log,
        // A report is worth storing also where the account is unknown.
        findAccount: (credentials) =>
          authenticate(credentials, 'user').then(
            (caller) => scopeOf(caller)?.accountId ?? null,
            () => null,
          ),
      });
      return {
        routes: { errorReports: errorRoutes(routes, recorder) },
        onFailure({ error, ...request }) {
          const { message, stack } = error instanceof Error ? error : new Error(String(error));
          void recorder.recordServerError({ ...request, message, stack: stack ?? null });
        },
      };
    },
    worker: { handlers: () => errorJobs({ db }) },
  }),
});
