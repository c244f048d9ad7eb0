import type { RouteBuilder } from '../../http/api.ts';
import type { ErrorRecorder } from './error-recorder.ts';

export function errorRoutes(routes: RouteBuilder, recorder: ErrorRecorder) {
  return {
    create: routes.errorReports.create.handler(async ({ input, context }) => {
      const { requestId, authorization, network } = context;
      // The request that failed says more than the one that tells of it.
      const named = input.requestId ?? requestId;
      await recorder.recordBrowserError(network, { ...input, requestId: named, authorization });
      return { requestId: named };
    }),
  };
}
