import type { Exchange, IdentityContext } from '../context.ts';
import { hasFactor, withFactor, withoutFactor } from '../factors/second-factors.ts';
import { followUp, reportCredentials } from './follow-up.ts';
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
  here: SignedIn,
  news: { change: 'passkey-added'; passkeyName: string } | { change: 'authenticator-app-added' },
): Promise<string[] | null> {
  const { account, session } = here;
  if (account.secondFactor) {
    mailSignInChanged(service, exchange, account, news);
    return null;
  }
  // First, because from now on a sign-in needs the factor, and whoever loses it needs a code.
  const codes = await service.recoveryCodes.replace(account.sub);
  mailSignInChanged(service, exchange, account, news);
  await followUp(service, exchange, 'other sessions', () =>
    keepThisSession(service, here, withFactor(session.amr)),
  );
  await reportCredentials(service, exchange, account.sub);
  return codes;
}

/**
 * After a factor was removed. With the last one go the recovery codes, which stand in for a factor, and every other session and
 * every token, because they say that their person has one; this browser goes on without it.
 */
export async function afterFactorRemoved(
  service: IdentityContext,
  exchange: Exchange,
  here: SignedIn,
  news: { change: 'passkey-removed'; passkeyName: string } | { change: 'authenticator-app-removed' },
): Promise<void> {
  const { account, session } = here;
  mailSignInChanged(service, exchange, account, news);
  if (hasFactor(await service.factors.stateOf(account.sub))) return;
  await service.recoveryCodes.remove(account.sub);
  await keepThisSession(service, here, withoutFactor(session.amr));
  await reportCredentials(service, exchange, account.sub);
}

/** Ends every other session and every refresh token of the person. This browser is signed in by these methods from now on. */
async function keepThisSession(
  service: IdentityContext,
  { account: { sub }, session, moveSession }: SignedIn,
  methods: string[],
): Promise<void> {
  await service.accounts.endOtherSessions(sub, session.uid);
  const loginTs = Math.floor(service.now().getTime() / 1000);
  session.loginAccount({ accountId: sub, loginTs, amr: methods });
  await moveSession();
}
