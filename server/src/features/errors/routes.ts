import type { RouteBuilder } from '../../http/api.ts';
import type { ErrorRecorder } from './error-recorder.ts';

export function errorRoutes(routes: RouteBuilder, recorder: ErrorRecorder) {
  return {
    create: routes.errorReports.create.handler(async ({ input, context }) => {
      const { requestId, network } = context;
      // The id of the failed request is more useful than that of this report.
      const named = input.requestId ?? requestId;
      await recorder.recordBrowserError(network, { ...input, requestId: named, credentials: context });
      return { requestId: named };
    }),
  };
}
