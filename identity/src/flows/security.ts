// Trust rule: passkeys are made and used on this origin only, so the page that manages them is here and not in the app.

import { describeBrowser } from '../browser-sessions.ts';
import { answer, answerError, type Exchange, type IdentityContext } from '../context.ts';
import { PASSKEY_NAME_MAX } from '../factors/passkeys.ts';
import { hasFactor } from '../factors/second-factors.ts';
import { redirect } from '../http/reply.ts';
import { formOf } from '../http/request.ts';
import { textsOf } from '../locale.ts';
import { recoveryCodesPage, securityPage } from '../pages/security.tsx';
import { isPost, openProvedPage, profileUrl } from './account-access.ts';
import { SECURITY_PATH } from './account-paths.ts';
import { afterFactorAdded, afterFactorRemoved } from './changed-factors.ts';
import { cleanName, formValue } from './forms.ts';
import { mailSignInChanged } from './mailing.ts';
import { sessionPlace } from './prove.ts';
import type { SignedIn } from './signed-in.ts';

// locale-keys: identity.security.done.*

const notices = [
  'passkeyAdded',
  'passkeyRenamed',
  'passkeyRemoved',
  'appRemoved',
  'appAdded',
  'addressChange',
] as const;
export type SecurityNotice = (typeof notices)[number];

export const securityUrl = (done: SecurityNotice): string => `${SECURITY_PATH}?done=${done}`;

/** Lists the factors of whoever is signed in here, and changes them. */
export async function securityPageFlow(service: IdentityContext, exchange: Exchange): Promise<void> {
  const here = await openProvedPage(service, exchange, 'security');
  if (here === null) return;
  if (!isPost(exchange)) return showSecurity(service, exchange, here);
  const form = formOf(exchange.request);
  const wanted = formValue(form, 'do');
  const action = Object.hasOwn(ACTIONS, wanted) ? ACTIONS[wanted] : undefined;
  if (action === undefined) return answerError(service, exchange, 'notFound');
  return action(service, exchange, here, form);
}

async function showSecurity(
  service: IdentityContext,
  exchange: Exchange,
  here: SignedIn,
  fault?: string,
): Promise<void> {
  const { account } = here;
  const wanted = exchange.url.searchParams.get('done');
  const done = notices.find((notice) => notice === wanted);
  const { security } = textsOf(exchange.locale);
  const notice =
    fault !== undefined
      ? { kind: 'bad' as const, text: fault }
      : done === undefined
        ? undefined
        : { kind: 'good' as const, text: security.done[done] };
  const [state, passkeys, waitingAddress, creationOptions] = await Promise.all([
    service.factors.stateOf(account.sub),
    service.passkeys.list(account.sub),
    service.addressChanges.waitingFor(account.sub),
    service.passkeys.creationOptions(account, sessionPlace(here)),
  ]);
  const html = securityPage(exchange.view, {
    email: account.email,
    waitingAddress,
    state,
    passkeys,
    creationOptions,
    notice,
    backUrl: profileUrl(service),
  });
  answer(service, exchange, html, fault === undefined ? 200 : 400);
}

type Action = (
  service: IdentityContext,
  exchange: Exchange,
  here: SignedIn,
  form: URLSearchParams,
) => Promise<void>;

const ACTIONS: Record<string, Action> = {
  'add-passkey': addPasskey,
  'rename-passkey': renamePasskey,
  'remove-passkey': removePasskey,
  'remove-app': removeApp,
  'make-codes': makeCodes,
};

async function addPasskey(
  service: IdentityContext,
  exchange: Exchange,
  here: SignedIn,
  form: URLSearchParams,
): Promise<void> {
  const { security } = textsOf(exchange.locale);
  const name = defaultName(exchange);
  const added = await service.passkeys.add(
    here.account.sub,
    sessionPlace(here),
    formValue(form, 'response'),
    name,
  );
  if (added === null) return showSecurity(service, exchange, here, security.passkeyRefused);
  const codes = await afterFactorAdded(service, exchange, here, {
    change: 'passkey-added',
    passkeyName: name,
  });
  if (codes === null) return redirect(exchange.reply, securityUrl('passkeyAdded'));
  answer(service, exchange, recoveryCodesPage(exchange.view, { codes, first: true, backUrl: SECURITY_PATH }));
}

/** Most people have one passkey for each device, so the device names it until they do. */
function defaultName({ req, locale }: Exchange): string {
  const { browser, system } = describeBrowser(String(req.headers['user-agent'] ?? ''));
  const known = [browser, system].filter((part) => part !== '').join(', ');
  return known === '' ? textsOf(locale).security.passkeyUnnamed : known;
}

async function renamePasskey(
  service: IdentityContext,
  exchange: Exchange,
  here: SignedIn,
  form: URLSearchParams,
): Promise<void> {
  const name = cleanName(formValue(form, 'name'));
  const { security } = textsOf(exchange.locale);
  if (name === '' || [...name].length > PASSKEY_NAME_MAX)
    return showSecurity(service, exchange, here, security.passkeyNameWrong);
  if (!(await service.passkeys.rename(here.account.sub, formValue(form, 'id'), name)))
    return answerError(service, exchange, 'notFound');
  redirect(exchange.reply, securityUrl('passkeyRenamed'));
}

async function removePasskey(
  service: IdentityContext,
  exchange: Exchange,
  here: SignedIn,
  form: URLSearchParams,
): Promise<void> {
  const passkeyName = await service.passkeys.remove(here.account.sub, formValue(form, 'id'));
  if (passkeyName === null) return answerError(service, exchange, 'notFound');
  await afterFactorRemoved(service, exchange, here, { change: 'passkey-removed', passkeyName });
  redirect(exchange.reply, securityUrl('passkeyRemoved'));
}

async function removeApp(service: IdentityContext, exchange: Exchange, here: SignedIn): Promise<void> {
  if (!(await service.authenticatorApps.remove(here.account.sub)))
    return answerError(service, exchange, 'notFound');
  await afterFactorRemoved(service, exchange, here, { change: 'authenticator-app-removed' });
  redirect(exchange.reply, securityUrl('appRemoved'));
}

async function makeCodes(service: IdentityContext, exchange: Exchange, here: SignedIn): Promise<void> {
  const { account } = here;
  if (!hasFactor(await service.factors.stateOf(account.sub)))
    return answerError(service, exchange, 'notFound');
  const codes = await service.recoveryCodes.replace(account.sub);
  mailSignInChanged(service, exchange, account, { change: 'recovery-codes-made' });
  answer(
    service,
    exchange,
    recoveryCodesPage(exchange.view, { codes, first: false, backUrl: SECURITY_PATH }),
  );
}
