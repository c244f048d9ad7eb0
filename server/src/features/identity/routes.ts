import type { Database } from '../../db/client.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { type Bearer, bearerOf } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { addUser, getUser, type OnAccountCreated, saveLogin } from './users.ts';

export function identityRoutes(
  routes: RouteBuilder,
  deps: { db: Database; onAccountCreated: OnAccountCreated },
) {
  const { db, onAccountCreated } = deps;
  return {
    add: routes.users.add.handler(async ({ input, context }) => {
      const bearer = bearerOf(context);
      if (input.sub !== bearer.sub || !sameEmail(input.email, bearer))
        throw new AppError('identity-mismatch');
      await addUser(db, bearer, input, onAccountCreated);
      return { data: { status: true } };
    }),
    saveLogin: routes.users.saveLogin.handler(async ({ input, context }) => {
      const bearer = agreeing(bearerOf(context), input);
      return { data: { status: await saveLogin(db, bearer) } };
    }),
    getByEmail: routes.users.getByEmail.handler(async ({ input, context }) => {
      const bearer = agreeing(bearerOf(context), input);
      return { user: await getUser(db, bearer) };
    }),
  };
}

/** The body may repeat who calls, it may not say somebody else: an e-mail in a body proves nothing. */
function agreeing(bearer: Bearer, body: { useremail: string; userToken: string }): Bearer {
  if (!sameEmail(body.useremail, bearer) || body.userToken !== bearer.token)
    throw new AppError('identity-mismatch');
  return bearer;
}

function sameEmail(email: string, bearer: Bearer): boolean {
  return email.toLowerCase() === bearer.email.toLowerCase();
}
