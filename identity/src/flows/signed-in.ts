import type { Account } from '../accounts.ts';
import type { Exchange, IdentityContext } from '../context.ts';
import { isStillValid } from '../provider.ts';

type Session = NonNullable<
  Awaited<ReturnType<ReturnType<IdentityContext['engine']>['Session']['findByUid']>>
>;
export type SignedIn = { session: Session; account: Account; moveSession: () => Promise<void> };

/** The session and account of this browser; null without a session, or when it was ended elsewhere. */
export async function findSignedIn(
  service: IdentityContext,
  { req, res }: Exchange,
): Promise<SignedIn | null> {
  const provider = service.engine();
  const ctx = provider.createContext(req, res);
  const session = await provider.Session.get(ctx as Parameters<typeof provider.Session.get>[0]);
  if (session.accountId === undefined) return null;
  const account = await service.accounts.findBySub(session.accountId);
  if (account === null || !isStillValid(account, session.loginTs, session.amr)) return null;
  return { session, account, moveSession: () => rotateSession(service, ctx, session) };
}

/** Gives the session a new id, so that a stolen copy of the former cookie stops working. */
async function rotateSession(
  service: IdentityContext,
  ctx: ReturnType<ReturnType<IdentityContext['engine']>['createContext']>,
  session: Session,
): Promise<void> {
  session.resetIdentifier();
  await session.persist();
  ctx.cookies.set(service.engine().cookieName('session'), session.jti, {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure: service.secure,
    ...(session.exp === undefined ? {} : { expires: new Date(session.exp * 1000) }),
  });
}
