// Trust rule: neither a page nor its timing shows whether an address has an account. The response is sent first; lookup,
// writing and sending follow in the background, and every request for a mail counts against the same limit.
import { readCookie } from '@kindling/service/cookies';
import { z } from 'zod';
import type { Credentials, LinkPurpose } from '../accounts.ts';
import { answer, appSignInUrl, type Exchange, type IdentityContext, linkPath, stepUrls } from '../context.ts';
import { cookieNames } from '../cookie-names.ts';
import { addCookie } from '../http/reply.ts';
import type { LimitVerdict } from '../limits.ts';
import { asLocale, type Locale, textsOf, tooManyMailsText } from '../locale.ts';
import type { SignInChange } from '../options.ts';
import { checkMailPage } from '../pages/screens.tsx';
import { seal, unseal } from '../secrets.ts';
import { SECURITY_PATH } from './account-paths.ts';
import type { Interaction } from './interaction.ts';
import { logSignInChange } from './sign-in-attempt.ts';

const SENT_MAIL_SECONDS = 3600;

/** `sub`: the sign-up of this browser, also when none was stored because the address has an account. */
const signUpShape = z.object({ kind: z.literal('confirm'), email: z.string(), sub: z.string() });
const sentMailShape = z.discriminatedUnion('kind', [
  signUpShape,
  z.object({ kind: z.literal('reset'), email: z.string() }),
]);
type SignInChangeNews = { change: SignInChange; passkeyName?: string | null; codesLeft?: number | null };
type SignUpMail = z.infer<typeof signUpShape>;
type KnownPerson = Pick<Credentials, 'sub' | 'displayName'> & { email: string; locale: Locale };
/** The mail that the page "check your mail" names. */
export type SentMail = z.infer<typeof sentMailShape>;

export function rememberSentMail(
  service: IdentityContext,
  exchange: Exchange,
  uid: string,
  mailing: SentMail,
): void {
  addCookie(exchange.res, {
    name: cookieNames(service.secure).mailing,
    value: seal(service.cookieKey, JSON.stringify(mailing), `mailing:${uid}`).toString('base64url'),
    path: `/u/${uid}`,
    maxAgeSeconds: SENT_MAIL_SECONDS,
    secure: service.secure,
  });
}

function recallSentMail(service: IdentityContext, exchange: Exchange, uid: string): SentMail | null {
  const value = readCookie(exchange.req.headers.cookie, cookieNames(service.secure).mailing);
  if (value === null) return null;
  try {
    const plain = unseal(service.cookieKey, Buffer.from(value, 'base64url'), `mailing:${uid}`);
    return sentMailShape.parse(JSON.parse(plain));
  } catch {
    return null;
  }
}

/** Whether this browser has signed up in this sign-in, and the sign-up is this one. */
export function isOwnSignUp(
  service: IdentityContext,
  exchange: Exchange,
  { uid }: Interaction,
  sub: string,
): boolean {
  const mailing = recallSentMail(service, exchange, uid);
  return mailing?.kind === 'confirm' && mailing.sub === sub;
}

export function consumeMailLimit(
  service: IdentityContext,
  exchange: Exchange,
  { kind, email }: Pick<SentMail, 'kind' | 'email'>,
): Promise<LimitVerdict> {
  return service.limits.consumeMail(kind, email, exchange.network);
}

const linkOf = (service: IdentityContext, uid: string | null, page: LinkPurpose, token: string) =>
  `${service.options.issuerUrl}${linkPath(uid, page, token)}`;

/** Mails the confirmation link, without the name, which a stranger may have typed. `sub` is that of the unconfirmed sign-up. */
export async function mailConfirmation(
  service: IdentityContext,
  to: { sub: string; email: string; locale: Locale; uid: string | null },
): Promise<void> {
  const token = await service.accounts.issueToken('confirm', to.sub, to.uid);
  const link = linkOf(service, to.uid, 'confirm', token);
  const { email, locale } = to;
  await service.options.sendMail({ kind: 'confirm-address', to: email, locale, name: null, link });
}

/**
 * Tells the owner of an account that somebody tried to sign up with its address. Often it was the owner, who may have
 * forgotten the password. `sub` and `displayName` are those of the account.
 */
export async function mailAlreadyRegistered(
  service: IdentityContext,
  { sub, displayName, email, locale, uid }: KnownPerson & { uid: string },
): Promise<void> {
  const { options } = service;
  // Without a language: that of this mail is of whoever typed the address.
  const link = appSignInUrl(options);
  const resetLink = linkOf(service, uid, 'reset', await service.accounts.issueToken('reset', sub, uid));
  await options.sendMail({
    kind: 'address-already-registered',
    to: email,
    locale,
    name: displayName,
    link,
    resetLink,
  });
}

/**
 * Mails the confirmation link of this very sign-up, a notice when the address has an account, and nothing otherwise.
 * Somebody else may have signed up with the same address since.
 */
async function mailConfirmationOrNotice(
  service: IdentityContext,
  { email, sub }: SignUpMail,
  uid: string,
  locale: Locale,
): Promise<void> {
  const found = await service.accounts.findCredentials(email);
  if (found?.confirmed) {
    const { displayName } = found;
    return mailAlreadyRegistered(service, { sub: found.sub, displayName, email, locale, uid });
  }
  if (await service.accounts.isWaiting(sub)) await mailConfirmation(service, { sub, email, locale, uid });
}

async function mailReset(
  service: IdentityContext,
  email: string,
  uid: string,
  locale: Locale,
): Promise<void> {
  const found = await service.accounts.findCredentials(email);
  if (found === null) return;
  const token = await service.accounts.issueToken('reset', found.sub, uid);
  const link = linkOf(service, uid, 'reset', token);
  await service.options.sendMail({
    kind: 'reset-password',
    to: email,
    locale: asLocale(found.locale) ?? locale,
    name: found.displayName,
    link,
  });
}

/** Tells the owner that the password was changed, with a link to set another one. */
export async function mailPasswordChanged(
  service: IdentityContext,
  to: { email: string; locale: string | null; name: string | null },
): Promise<void> {
  const { client, sendMail } = service.options;
  const link = `${client.appOrigins[0] ?? ''}/auth/reset-password`;
  const locale = asLocale(to.locale ?? undefined) ?? 'en';
  await sendMail({ kind: 'password-changed', to: to.email, locale, name: to.name, link });
}

/** Tells the owner in the background what changed in how they sign in, and logs it. */
export function mailSignInChanged(
  service: IdentityContext,
  exchange: Exchange,
  to: { email: string; locale: string; displayName: string | null },
  { change, passkeyName = null, codesLeft = null }: SignInChangeNews,
): void {
  logSignInChange(service, exchange, to.email, change);
  service.runInBackground('sign-in-changed mail', () =>
    service.options.sendMail({
      kind: 'sign-in-changed',
      to: to.email,
      locale: asLocale(to.locale) ?? exchange.locale,
      name: to.displayName,
      link: `${service.options.issuerUrl}${SECURITY_PATH}`,
      change,
      passkeyName,
      codesLeft,
    }),
  );
}

export function sendResetInBackground(
  service: IdentityContext,
  exchange: Exchange,
  uid: string,
  email: string,
): void {
  service.runInBackground('reset mail', () => mailReset(service, email, uid, exchange.locale));
}

/** For a right password with an unconfirmed address. Sends nothing above the limit; the page offers to send again. */
export async function sendConfirmation(
  service: IdentityContext,
  exchange: Exchange,
  uid: string,
  mailing: SignUpMail,
): Promise<void> {
  const verdict = await consumeMailLimit(service, exchange, mailing);
  if (!verdict.allowed) return;
  service.runInBackground('confirmation mail', () =>
    mailConfirmationOrNotice(service, mailing, uid, exchange.locale),
  );
}

/** The page after every mail. False when this browser requested no mail. */
export function showCheckMail(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
  result?: LimitVerdict,
): boolean {
  const mailing = recallSentMail(service, exchange, interaction.uid);
  if (mailing === null) return false;
  const refused = result?.allowed === false ? result : undefined;
  const notice =
    result === undefined
      ? undefined
      : refused === undefined
        ? { kind: 'good' as const, text: textsOf(exchange.locale).checkMail.resent }
        : { kind: 'bad' as const, text: tooManyMailsText(exchange.locale, refused) };
  const { kind, email } = mailing;
  const html = checkMailPage(exchange.view, { steps: stepUrls(interaction.uid), kind, email, notice });
  answer(service, exchange, html, refused === undefined ? 200 : 429, refused?.retryAfterSeconds);
  return true;
}

/** "Send it again": under the same limit, and without a hint whether the account exists. */
export async function resendMail(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
): Promise<boolean> {
  const mailing = recallSentMail(service, exchange, interaction.uid);
  if (mailing === null) return false;
  const verdict = await consumeMailLimit(service, exchange, mailing);
  if (verdict.allowed) {
    if (mailing.kind === 'reset') sendResetInBackground(service, exchange, interaction.uid, mailing.email);
    else {
      service.runInBackground('confirmation mail', () =>
        mailConfirmationOrNotice(service, mailing, interaction.uid, exchange.locale),
      );
    }
  }
  return showCheckMail(service, exchange, interaction, verdict);
}
