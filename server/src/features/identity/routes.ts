import type { Database } from '../../db/client.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { type Bearer, bearerOf } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import type { IdentityCall } from './audit.ts';
import { isFactorMissing } from './authenticate.ts';
import type { IdentityDeps } from './deps.ts';
import { isOperator } from './operator.ts';
import { auditMismatch, getUser, saveLogin, signUp, startOwnAccount } from './users.ts';

export function identityRoutes(
  routes: RouteBuilder,
  deps: Pick<
    IdentityDeps,
    'db' | 'plansEnabled' | 'adminNeedsSecondFactor' | 'onAccountCreated' | 'isInvited'
  >,
) {
  const { db } = deps;
  return {
    add: routes.users.add.handler(async ({ input, context }) => {
      const bearer = bearerOf(context);
      if (input.sub !== bearer.sub || !sameEmail(input.email, bearer))
        await rejectMismatch(db, bearer, 'adduser');
      await signUp(db, bearer, input, deps);
      return { data: { status: true } };
    }),
    saveLogin: routes.users.saveLogin.handler(async ({ input, context }) => {
      const bearer = await requireMatchingIdentity(db, bearerOf(context), input, 'savelogin');
      return { data: await saveLogin(db, bearer) };
    }),
    getByEmail: routes.users.getByEmail.handler(async ({ input, context }) => {
      const bearer = await requireMatchingIdentity(db, bearerOf(context), input, 'getuserbyemail');
      const user = await getUser(deps, bearer, context.account);
      const operator = await isOperator(db, user);
      return { user: { ...user, operator, secondFactorMissing: isFactorMissing(deps, user, bearer) } };
    }),
    startOwnAccount: routes.users.startOwnAccount.handler(async ({ input, context }) => ({
      accountId: await startOwnAccount(db, bearerOf(context), input.zoneinfo, deps.onAccountCreated),
    })),
  };
}

/** The body may repeat who calls, it may not say somebody else: an e-mail in a body proves nothing. */
async function requireMatchingIdentity(
  db: Database,
  bearer: Bearer,
  body: { useremail: string; userToken: string },
  call: IdentityCall,
): Promise<Bearer> {
  if (!sameEmail(body.useremail, bearer) || body.userToken !== bearer.token)
    await rejectMismatch(db, bearer, call);
  return bearer;
}

/** Writes an audit entry before it refuses. */
async function rejectMismatch(db: Database, bearer: Bearer, call: IdentityCall): Promise<never> {
  await auditMismatch(db, bearer, call);
  throw new AppError('identity-mismatch');
}

function sameEmail(email: string, bearer: Bearer): boolean {
  return email.toLowerCase() === bearer.email.toLowerCase();
}
