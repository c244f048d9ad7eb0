import { scopeOf } from '../../http/guard.ts';
import { readRelease } from '../../lib/release.ts';
import { defineSlice } from '../../slices/slice.ts';
import type { ErrorsDeps } from './deps.ts';
import { createErrorRecorder, textsOf } from './error-recorder.ts';
import { errorJobs, errorSweepJob } from './jobs.ts';
import { errorLogRoutes, errorReportRoutes } from './routes.ts';
import { createStackResolver } from './stack-resolver.ts';
import { tables } from './tables.ts';

export const errorsSlice = defineSlice({
  name: 'errors',
  tables,
  jobs: [errorSweepJob],
  build({ db, log, failures, mapsFolder, limits, settings }) {
    const release = readRelease();
    const recorder = createErrorRecorder({
      db,
      log,
      release,
      limits,
      ownOrigin: new URL(settings.publicUrl).origin,
    });
    recorder.listenTo(failures);
    const deps: ErrorsDeps = { db, recorder, stacks: createStackResolver({ folder: mapsFolder, log }) };
    return {
      deps,
      web({ routes, authenticate }) {
        // A report is worth storing also where the account is unknown.
        recorder.findAccountsWith(
          async (credentials) => scopeOf(await authenticate(credentials, 'user'))?.accountId ?? null,
        );
        return {
          routes: { errorReports: errorReportRoutes(routes, deps), errorLog: errorLogRoutes(routes, deps) },
          onFailure: ({ error, credentials, ...request }) =>
            recorder.record({
              ...request,
              ...textsOf(error),
              origin: 'server',
              level: 'error',
              release,
              whose: credentials,
            }),
        };
      },
      worker: { handlers: () => errorJobs({ db }) },
      async close() {
        deps.stacks.close();
        await recorder.close();
      },
    };
  },
});
