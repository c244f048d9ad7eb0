// Trust rule: passwords are typed on this origin only. Changing one needs the current password, under the same limits as a
// sign-in.
import { answer, answerError, type Exchange, type IdentityContext } from '../context.ts';
import { formOf, sentByOwnPage } from '../http/request.ts';
import { textsOf, tooManyAttemptsText } from '../locale.ts';
import { changePasswordPage } from '../pages/account.tsx';
import type { Field } from '../pages/layout.tsx';
import { messagePage } from '../pages/screens.tsx';
import { hashPassword, passwordMatches } from '../passwords.ts';
import { formValue, newPasswordError } from './forms.ts';
import { mailPasswordChanged } from './mailing.ts';
import { attemptOf, logFailedSignIn } from './sign-in-attempt.ts';
import { findSignedIn, type SignedIn } from './signed-in.ts';

export const PASSWORD_PATH = '/account/password';

const profileUrl = (service: IdentityContext) => `${service.options.client.appOrigins[0] ?? ''}/profile`;

type FormState = { current?: Field; password?: Field; tooMany?: string };

function renderForm(
  service: IdentityContext,
  exchange: Exchange,
  { account }: SignedIn,
  shown: FormState,
): string {
  return changePasswordPage(exchange.view, {
    email: account.email,
    current: shown.current ?? {},
    password: shown.password ?? {},
    notice: shown.tooMany === undefined ? undefined : { kind: 'bad', text: shown.tooMany },
    backUrl: profileUrl(service),
  });
}

/** Changes the password of the signed-in person and ends all other sessions. */
export async function passwordPage(service: IdentityContext, exchange: Exchange): Promise<void> {
  const post = exchange.request.method === 'POST';
  if (post && !sentByOwnPage(exchange.request, service.options.issuerUrl))
    return answerError(service, exchange, 'refused');
  const here = await findSignedIn(service, exchange);
  if (here === null) return askToSignIn(service, exchange);
  if (!post) return answer(service, exchange, renderForm(service, exchange, here, {}));
  return changePassword(service, exchange, here);
}

function askToSignIn(service: IdentityContext, exchange: Exchange): void {
  const { account } = textsOf(exchange.locale);
  const html = messagePage(exchange.view, {
    kind: 'trouble',
    title: account.signedOutTitle,
    lead: account.signedOutLead,
    action: { href: profileUrl(service), text: account.toSignIn },
  });
  answer(service, exchange, html, 401);
}

async function changePassword(service: IdentityContext, exchange: Exchange, here: SignedIn): Promise<void> {
  const { account, session, moveSession } = here;
  const texts = textsOf(exchange.locale);
  const form = formOf(exchange.request);
  const present = formValue(form, 'current');
  const wanted = formValue(form, 'password');
  const again = (shown: FormState, status: number, retryAfter?: number) =>
    answer(service, exchange, renderForm(service, exchange, here, shown), status, retryAfter);
  const fault = newPasswordError(wanted, account.email, service.options.brand);
  if (present === '' || fault !== undefined) {
    const current = present === '' ? { error: texts.fields.passwordMissing } : {};
    return again({ current, password: fault === undefined ? {} : { error: texts.fields[fault] } }, 400);
  }
  const guess = attemptOf(service, exchange, account.email);
  const verdict = await service.limits.consumeAttempt(guess);
  if (!verdict.allowed) {
    logFailedSignIn(service, exchange, account.email, verdict.slowed ? 'slowed' : 'too-many-attempts');
    const wait = verdict.retryAfterSeconds;
    return again({ tooMany: tooManyAttemptsText(exchange.locale, wait) }, 429, wait);
  }
  const stored = await service.accounts.findCredentials(account.email);
  if (!(await passwordMatches(stored?.passwordHash ?? service.dummyHash, present))) {
    logFailedSignIn(service, exchange, account.email, 'wrong-password');
    return again({ current: { error: texts.account.wrong } }, 400);
  }
  await service.limits.clearAttempts(guess);
  await service.accounts.changePassword(account.sub, await hashPassword(wanted), session.uid);
  // This browser proved the password, so it stays signed in although older sessions become invalid.
  session.loginAccount({ accountId: account.sub, loginTs: Math.floor(service.now().getTime() / 1000) });
  await moveSession();
  await service.options.onCredentialsChanged?.(account.sub);
  const { email, locale, displayName } = account;
  service.runInBackground('password-changed mail', () =>
    mailPasswordChanged(service, { email, locale, name: displayName }),
  );
  const action = { href: profileUrl(service), text: texts.account.toProfile };
  const { doneTitle, doneLead } = texts.account;
  answer(
    service,
    exchange,
    messagePage(exchange.view, { kind: 'done', title: doneTitle, lead: doneLead, action }),
  );
}
