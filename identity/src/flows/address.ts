// Trust rule: neither the page nor its timing shows whether a wanted address has an account: the answer is sent first, and the
// look-up and the mails follow.
import { canonicalEmail } from '../accounts.ts';
import type { ChangeResult } from '../address-changes.ts';
import { answer, answerError, appSignInUrl, type Exchange, type IdentityContext } from '../context.ts';
import { redirect } from '../http/reply.ts';
import { formOf, sentByOwnPage } from '../http/request.ts';
import { linkSubjects } from '../limits.ts';
import { asLocale, textsOf, tooManyAttemptsText } from '../locale.ts';
import { addressPage, agreedPage, agreePage } from '../pages/address.tsx';
import { messagePage } from '../pages/screens.tsx';
import { isPost, openProvedPage, profileUrl } from './account-access.ts';
import { ADDRESS_PATH, AGREE_PATH, SECURITY_PATH } from './account-paths.ts';
import { followUp } from './follow-up.ts';
import { emailError, formValue } from './forms.ts';
import { securityUrl } from './security.ts';
import { logSignInChange } from './sign-in-attempt.ts';
import type { SignedIn } from './signed-in.ts';

type Shown = { wanted?: string; error?: string; tooMany?: string };

/** Begins the change of the address of whoever is signed in here, or takes it back. */
export async function addressFlow(service: IdentityContext, exchange: Exchange): Promise<void> {
  const here = await openProvedPage(service, exchange, 'address');
  if (here === null) return;
  const render = async (shown: Shown) =>
    addressPage(exchange.view, {
      email: here.account.email,
      waitingAddress: await service.addressChanges.waitingFor(here.account.sub),
      wanted: { value: shown.wanted ?? '', error: shown.error },
      notice: shown.tooMany === undefined ? undefined : { kind: 'bad', text: shown.tooMany },
      backUrl: SECURITY_PATH,
    });
  if (!isPost(exchange)) return answer(service, exchange, await render({}));
  const form = formOf(exchange.request);
  if (formValue(form, 'do') === 'cancel') {
    await service.addressChanges.cancel(here.account.sub);
    return redirect(exchange.reply, ADDRESS_PATH);
  }
  const wanted = canonicalEmail(formValue(form, 'email'));
  const { fields, address } = textsOf(exchange.locale);
  const fault = emailError(wanted);
  const error =
    fault !== undefined ? fields[fault] : wanted === here.account.email ? address.same : undefined;
  if (error !== undefined) return answer(service, exchange, await render({ wanted, error }), 400);
  const verdict = await service.limits.consumeAddressChange(here.account.email, wanted, exchange.network);
  if (!verdict.allowed) {
    const wait = verdict.retryAfterSeconds;
    const tooMany = tooManyAttemptsText(exchange.locale, wait);
    return answer(service, exchange, await render({ wanted, tooMany }), 429, wait);
  }
  const tokens = await service.addressChanges.begin(here.account.sub, wanted);
  service.runInBackground('address mails', () => mailBoth(service, here, wanted, tokens));
  redirect(exchange.reply, securityUrl('addressChange'));
}

async function mailBoth(
  service: IdentityContext,
  { account }: SignedIn,
  wanted: string,
  tokens: Awaited<ReturnType<IdentityContext['addressChanges']['begin']>>,
): Promise<void> {
  const { sendMail, issuerUrl } = service.options;
  const locale = asLocale(account.locale) ?? 'en';
  const linkOf = (token: string) => `${issuerUrl}${AGREE_PATH}?token=${token}`;
  const present = { to: account.email, locale, name: account.displayName, newEmail: wanted };
  await sendMail({ kind: 'agree-address-change', ...present, link: linkOf(tokens.present) });
  const other = { to: wanted, locale };
  const known = await service.accounts.findCredentials(wanted);
  if (known?.confirmed === true) {
    const link = appSignInUrl(service.options);
    await sendMail({ kind: 'address-taken', ...other, name: known.displayName, link });
    return;
  }
  // The name is left out where somebody else may read it.
  await sendMail({ kind: 'confirm-new-address', ...other, name: null, link: linkOf(tokens.new) });
}

/** The page of the links in both mails. It asks before it acts, because mail scanners open links. */
export async function agreeFlow(service: IdentityContext, exchange: Exchange): Promise<void> {
  if (isPost(exchange) && !sentByOwnPage(exchange.request, service.options.issuerUrl))
    return answerError(service, exchange, 'refused');
  const token = exchange.url.searchParams.get('token') ?? '';
  const verdict = await service.limits.consume(linkSubjects(exchange.network));
  const waiting = verdict.allowed ? await service.addressChanges.peek(token) : null;
  if (waiting === null) return answerError(service, exchange, 'link');
  if (!isPost(exchange)) return answer(service, exchange, agreePage(exchange.view, waiting));
  const result = await service.addressChanges.agree(token);
  if (result === null) return answerError(service, exchange, 'link');
  return answerResult(service, exchange, result);
}

async function answerResult(
  service: IdentityContext,
  exchange: Exchange,
  result: ChangeResult,
): Promise<void> {
  const { address, account: words } = textsOf(exchange.locale);
  if (result.kind === 'waiting') return answer(service, exchange, agreedPage(exchange.view, result));
  const action = { href: profileUrl(service), text: words.toProfile };
  if (result.kind === 'taken') {
    const { takenTitle, takenLead } = address;
    const html = messagePage(exchange.view, { kind: 'trouble', title: takenTitle, lead: takenLead, action });
    return answer(service, exchange, html, 409);
  }
  const { sub, email, newEmail, locale, name } = result;
  logSignInChange(service, exchange, email, 'address-changed');
  await followUp(
    service,
    exchange,
    'the new address in the app',
    async () => await service.options.onAddressChanged?.(sub, newEmail),
  );
  service.runInBackground('address-changed mail', () =>
    service.options.sendMail({
      kind: 'address-changed',
      to: email,
      locale: asLocale(locale) ?? 'en',
      name,
      newEmail,
      link: exchange.view.appUrl,
    }),
  );
  const { doneTitle, doneLead } = address;
  answer(
    service,
    exchange,
    messagePage(exchange.view, { kind: 'done', title: doneTitle, lead: doneLead, action }),
  );
}
