import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import { changeCode, createCodes, getCode, listCodes, removeCode, setDisabled } from './codes.ts';
import type { CodesDeps } from './deps.ts';

export function codeRoutes(routes: RouteBuilder, deps: CodesDeps) {
  return {
    list: routes.codes.list.handler(({ input, context }) =>
      listCodes(deps, signedInUser(context).accountId, input.kind, Number(input.days)),
    ),
    create: routes.codes.create.handler(async ({ input, context }) => ({
      ids: await createCodes(deps, signedInUser(context), input),
    })),
    get: routes.codes.get.handler(async ({ input, context }) => ({
      code: await getCode(deps, signedInUser(context).accountId, input.id),
    })),
    update: routes.codes.update.handler(async ({ input: { id, updatedAt, ...change }, context }) => ({
      code: await changeCode(deps, signedInUser(context), id, change, updatedAt),
    })),
    disable: routes.codes.disable.handler(async ({ input, context }) => ({
      code: await setDisabled(deps, signedInUser(context), input.id, input.disabled),
    })),
    remove: routes.codes.remove.handler(async ({ input, context }) => {
      await removeCode(deps, signedInUser(context), input.id);
      return { ok: true as const };
    }),
  };
}
