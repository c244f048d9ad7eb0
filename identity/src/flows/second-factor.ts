// Trust rule: the second factor is asked for after the password, never instead of it, and both belong to one sign-in in one
// browser: a sealed cookie says whose password was right. A passkey with a checked user is both factors in one.
import { readCookie } from '@kindling/service/cookies';
import { z } from 'zod';
import type { Account } from '../accounts.ts';
import { answer, type Exchange, type IdentityContext, stepUrls } from '../context.ts';
import { cookieNames } from '../cookie-names.ts';
import { PASSKEY, PASSWORD_AND_CODE, PASSWORD_ONLY } from '../factors/second-factors.ts';
import { addCookie, redirect } from '../http/reply.ts';
import { formOf } from '../http/request.ts';
import { rememberBrowser } from '../known-browsers.ts';
import { passkeySubjects } from '../limits.ts';
import { textsOf, tooManyAttemptsText } from '../locale.ts';
import { secondFactorPage } from '../pages/factors.tsx';
import { seal, unseal } from '../secrets.ts';
import { checkCode } from './check-code.ts';
import { formValue } from './forms.ts';
import { finishSignIn, type Interaction } from './interaction.ts';
import { logFailedSignIn } from './sign-in-attempt.ts';

const PASSWORD_COUNTS_SECONDS = 600;

/** `changed`: of the credentials, so that a changed password ends what the former one began. */
const passedShape = z.object({ sub: z.string(), changed: z.number(), at: z.number() });

const placeOf = (uid: string) => `password-passed:${uid}`;
/** Binds the answer of a passkey to one sign-in. */
export const signInPlace = ({ uid }: Pick<Interaction, 'uid'>): string => `sign-in ${uid}`;

/** After the right password, or the link that stands for it: finishes the sign-in, or asks for the second factor first. */
export async function finishPassword(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
  sub: string,
): Promise<void> {
  const account = await service.accounts.findBySub(sub);
  if (account === null || !account.secondFactor)
    return finishSignIn(service, exchange, interaction, { sub, methods: PASSWORD_ONLY });
  const passed = { sub, changed: account.credentialsChangedAt.getTime(), at: service.now().getTime() };
  addCookie(exchange.res, {
    name: cookieNames(service.secure).passwordPassed,
    value: seal(service.cookieKey, JSON.stringify(passed), placeOf(interaction.uid)).toString('base64url'),
    path: `/u/${interaction.uid}`,
    maxAgeSeconds: PASSWORD_COUNTS_SECONDS,
    secure: service.secure,
  });
  redirect(exchange.reply, stepUrls(interaction.uid).factor);
}

/** The account whose password was typed in this sign-in, while that counts. */
async function recallPassword(
  service: IdentityContext,
  exchange: Exchange,
  { uid }: Interaction,
): Promise<Account | null> {
  const value = readCookie(exchange.req.headers.cookie, cookieNames(service.secure).passwordPassed);
  if (value === null) return null;
  let passed: z.infer<typeof passedShape>;
  try {
    passed = passedShape.parse(
      JSON.parse(unseal(service.cookieKey, Buffer.from(value, 'base64url'), placeOf(uid))),
    );
  } catch {
    return null;
  }
  if (service.now().getTime() - passed.at > PASSWORD_COUNTS_SECONDS * 1000) return null;
  const account = await service.accounts.findBySub(passed.sub);
  return account?.credentialsChangedAt.getTime() === passed.changed ? account : null;
}

async function renderForm(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
  account: Account,
  error?: string,
): Promise<string> {
  const state = await service.factors.stateOf(account.sub);
  const place = signInPlace(interaction);
  return secondFactorPage(exchange.view, {
    steps: stepUrls(interaction.uid),
    email: account.email,
    state,
    passkeyOptions: state.passkeys === 0 ? null : await service.passkeys.requestOptions(account.sub, place),
    recovery: exchange.url.searchParams.get('with') === 'recovery',
    code: { error },
    notice: undefined,
  });
}

/** False when no password was typed in this sign-in, or too long ago. */
export async function showSecondFactor(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
): Promise<boolean> {
  const account = await recallPassword(service, exchange, interaction);
  if (account === null) return false;
  answer(service, exchange, await renderForm(service, exchange, interaction, account));
  return true;
}

/** A code, or the answer of a passkey of the account whose password was right. */
export async function submitSecondFactor(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
): Promise<boolean> {
  const account = await recallPassword(service, exchange, interaction);
  if (account === null) return false;
  const form = formOf(exchange.request);
  const { factor } = textsOf(exchange.locale);
  const again = async (error: string, status = 400, retryAfter?: number) => {
    const html = await renderForm(service, exchange, interaction, account, error);
    answer(service, exchange, html, status, retryAfter);
    return true;
  };
  const response = formValue(form, 'response');
  if (response !== '') {
    const sub = await acceptPasskey(service, exchange, interaction, response);
    if (sub !== account.sub) return again(factor.passkeyFailed);
    await finishSignIn(service, exchange, interaction, { sub, methods: ['pwd', ...PASSKEY] });
    return true;
  }
  const code = formValue(form, 'code');
  if (code.trim() === '') return again(factor.codeMissing);
  const checked = await checkCode(service, exchange, account, code);
  if (checked.kind === 'paused')
    return again(
      tooManyAttemptsText(exchange.locale, checked.retryAfterSeconds),
      429,
      checked.retryAfterSeconds,
    );
  if (checked.kind === 'wrong') return again(factor.codeWrong);
  await finishSignIn(service, exchange, interaction, { sub: account.sub, methods: PASSWORD_AND_CODE });
  return true;
}

async function acceptPasskey(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
  response: string,
): Promise<string | null> {
  const verdict = await service.limits.consume(passkeySubjects(exchange.network));
  return verdict.allowed ? service.passkeys.accept(signInPlace(interaction), response) : null;
}

/**
 * Signs in with a passkey alone, from the sign-in page. False when it is none of ours; the page then says so.
 */
export async function signInWithPasskey(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
): Promise<boolean> {
  const response = formValue(formOf(exchange.request), 'response');
  const sub = await acceptPasskey(service, exchange, interaction, response);
  const account = sub === null ? null : await service.accounts.findBySub(sub);
  if (account === null) {
    logFailedSignIn(service, exchange, '', 'wrong-passkey');
    return false;
  }
  rememberBrowser(service, exchange, account.email);
  await finishSignIn(service, exchange, interaction, { sub: account.sub, methods: PASSKEY });
  return true;
}
