import type { RouteBuilder } from '../../http/api.ts';
import { adminOf } from '../../http/caller.ts';
import type { ErrorsDeps } from './deps.ts';
import {
  createRule,
  listErrors,
  listRules,
  readError,
  readStack,
  removeRule,
  setErrorState,
} from './error-log.ts';

export function errorReportRoutes(routes: RouteBuilder, { recorder }: ErrorsDeps) {
  return {
    create: routes.errorReports.create.handler(async ({ input, context }) => {
      const { requestId, network } = context;
      // The id of the failed request is more useful than that of this report.
      const named = input.requestId ?? requestId;
      await recorder.recordReport(network, { ...input, requestId: named, whose: context });
      return { requestId: named };
    }),
  };
}

export function errorLogRoutes({ errorLog }: RouteBuilder, deps: ErrorsDeps) {
  return {
    list: errorLog.list.handler(({ input: { cursor, ...filter } }) =>
      listErrors(deps, filter, cursor, new Date()),
    ),
    get: errorLog.get.handler(({ input }) => readError(deps, input.id, new Date())),
    getStack: errorLog.getStack.handler(async ({ input }) =>
      deps.stacks.resolve(await readStack(deps, input.id)),
    ),
    setState: errorLog.setState.handler(async ({ input, context }) => ({
      group: await setErrorState(deps, adminOf(context).adminId, input),
    })),
    listRules: errorLog.listRules.handler(async () => ({ rules: await listRules(deps) })),
    createRule: errorLog.createRule.handler(({ input, context }) =>
      createRule(deps, adminOf(context).adminId, input),
    ),
    removeRule: errorLog.removeRule.handler(async ({ input, context }) => {
      await removeRule(deps, adminOf(context).adminId, input.id);
      return { ok: true as const };
    }),
  };
}
