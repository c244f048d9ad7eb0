import type { Exchange, IdentityContext } from '../context.ts';
import { hasFactor, withFactor } from '../factors/second-factors.ts';
import { mailSignInChanged } from './mailing.ts';
import type { SignedIn } from './signed-in.ts';

/**
 * After a factor was added. The first one ends every other session and every token, because they never passed it; this browser
 * has just proved it and goes on.
 * @returns the recovery codes that come with the first factor, to be shown once; null with any other
 */
export async function afterFactorAdded(
  service: IdentityContext,
  exchange: Exchange,
  { account, session, moveSession }: SignedIn,
  news: { change: 'passkey-added'; passkeyName: string } | { change: 'authenticator-app-added' },
): Promise<string[] | null> {
  const { sub } = account;
  mailSignInChanged(service, exchange, account, news);
  if (account.secondFactor) return null;
  await service.accounts.endOtherSessions(sub, session.uid);
  const loginTs = Math.floor(service.now().getTime() / 1000);
  session.loginAccount({ accountId: sub, loginTs, amr: withFactor(session.amr) });
  await moveSession();
  await service.options.onCredentialsChanged?.(sub);
  return service.recoveryCodes.replace(sub);
}

/** After a factor was removed: recovery codes stand in for a factor, so they go with the last one. */
export async function afterFactorRemoved(
  service: IdentityContext,
  exchange: Exchange,
  { account }: SignedIn,
  news: { change: 'passkey-removed'; passkeyName: string } | { change: 'authenticator-app-removed' },
): Promise<void> {
  if (!hasFactor(await service.factors.stateOf(account.sub))) await service.recoveryCodes.remove(account.sub);
  mailSignInChanged(service, exchange, account, news);
}
