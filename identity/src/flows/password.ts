// Trust rule: passwords are typed on this origin only. Changing one needs the current password, under the same limits as a
// sign-in. It makes the sign-in of this browser a recent one, so a second factor is proved before, as for every other change.
import { answer, type Exchange, type IdentityContext } from '../context.ts';
import { formOf } from '../http/request.ts';
import { textsOf } from '../locale.ts';
import { changePasswordPage } from '../pages/account.tsx';
import type { Field } from '../pages/layout.tsx';
import { messagePage } from '../pages/screens.tsx';
import { hashPassword } from '../passwords.ts';
import { isPost, openProvedPage, profileUrl } from './account-access.ts';
import { checkPassword } from './check-password.ts';
import { reportCredentials } from './follow-up.ts';
import { formValue, newPasswordError } from './forms.ts';
import { mailPasswordChanged } from './mailing.ts';
import type { SignedIn } from './signed-in.ts';

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
  const here = await openProvedPage(service, exchange, 'password');
  if (here === null) return;
  if (!isPost(exchange)) return answer(service, exchange, renderForm(service, exchange, here, {}));
  return changePassword(service, exchange, here);
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
  const checked = await checkPassword(service, exchange, account.email, present);
  if (checked.kind === 'limited') return again({ tooMany: checked.text }, 429, checked.retryAfterSeconds);
  if (checked.kind === 'wrong') return again({ current: { error: texts.account.wrong } }, 400);
  await service.accounts.changePassword(account.sub, await hashPassword(wanted), session.uid);
  const { email, locale, displayName } = account;
  service.runInBackground('password-changed mail', () =>
    mailPasswordChanged(service, { email, locale, name: displayName }),
  );
  // This browser proved the password, so it stays signed in although older sessions become invalid.
  session.loginAccount({
    accountId: account.sub,
    loginTs: Math.floor(service.now().getTime() / 1000),
    ...(session.amr === undefined ? {} : { amr: session.amr }),
  });
  await moveSession();
  await reportCredentials(service, exchange, account.sub);
  const action = { href: profileUrl(service), text: texts.account.toProfile };
  const { doneTitle, doneLead } = texts.account;
  answer(
    service,
    exchange,
    messagePage(exchange.view, { kind: 'done', title: doneTitle, lead: doneLead, action }),
  );
}
