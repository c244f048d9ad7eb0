import { fillText } from '@kindling/locales/fill-text.ts';
import { canonicalEmail } from '../accounts.ts';
import { loginHint } from '../auth0-compatibility.ts';
import {
  answer,
  answerUpdating,
  type Exchange,
  type IdentityContext,
  isReadOnly,
  stepUrls,
} from '../context.ts';
import { redirect } from '../http/reply.ts';
import { formOf } from '../http/request.ts';
import { rememberBrowser } from '../known-browsers.ts';
import { slowedDownText, textsOf, tooManyAttemptsText } from '../locale.ts';
import { signInPage } from '../pages/screens.tsx';
import { passwordMatches } from '../passwords.ts';
import { emailError, type FieldErrorKey, formValue } from './forms.ts';
import { type Interaction, isInvited } from './interaction.ts';
import { rememberSentMail, sendConfirmation } from './mailing.ts';
import { finishPassword, signInPlace, signInWithPasskey } from './second-factor.ts';
import { attemptOf, type FailedAttempt, logFailedSignIn } from './sign-in-attempt.ts';
import { findSignedIn } from './signed-in.ts';

type FormState = {
  email: string;
  emailFault?: FieldErrorKey | undefined;
  passwordFault?: FieldErrorKey | undefined;
  notice?: { kind: 'good' | 'bad'; text: string };
};

async function renderSignIn(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
  shown: FormState,
): Promise<string> {
  const signedIn = await findSignedIn(service, exchange);
  const { fields, signIn } = textsOf(exchange.locale);
  const errorOf = (fault: FieldErrorKey | undefined) => (fault === undefined ? undefined : fields[fault]);
  return signInPage(exchange.view, {
    steps: stepUrls(interaction.uid),
    email: { value: shown.email, error: errorOf(shown.emailFault) },
    password: { error: errorOf(shown.passwordFault) },
    notice: shown.notice,
    updating: isReadOnly(service) ? fillText(signIn.updating, { brand: service.options.brand.name }) : null,
    invited: isInvited(interaction),
    signedInAs: signedIn?.account.email ?? null,
    passkeyOptions: await service.passkeys.requestOptions(null, signInPlace(interaction)),
  });
}

export async function showSignIn(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
): Promise<void> {
  const notice =
    exchange.url.searchParams.get('done') === 'reset' ? textsOf(exchange.locale).signIn.resetDone : null;
  answer(
    service,
    exchange,
    await renderSignIn(service, exchange, interaction, {
      email: loginHint(interaction.params),
      ...(notice === null ? {} : { notice: { kind: 'good', text: notice } }),
    }),
  );
}

/** Checks a password. An unknown address and a wrong password get the same message after the same work. */
export async function submitSignIn(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
): Promise<void> {
  const form = formOf(exchange.request);
  const email = canonicalEmail(formValue(form, 'email'));
  const password = formValue(form, 'password');
  const faults = {
    emailFault: emailError(email),
    passwordFault: password === '' ? ('passwordMissing' as const) : undefined,
  };
  if (faults.emailFault !== undefined || faults.passwordFault !== undefined) {
    answer(service, exchange, await renderSignIn(service, exchange, interaction, { email, ...faults }), 400);
    return;
  }
  const guess = attemptOf(service, exchange, email);
  const failed = (outcome: FailedAttempt) => logFailedSignIn(service, exchange, email, outcome);
  const verdict = await service.limits.consumeAttempt(guess);
  if (!verdict.allowed) {
    failed(verdict.slowed ? 'slowed' : 'too-many-attempts');
    const tooMany = verdict.slowed ? slowedDownText : tooManyAttemptsText;
    const text = tooMany(exchange.locale, verdict.retryAfterSeconds);
    const html = await renderSignIn(service, exchange, interaction, { email, notice: { kind: 'bad', text } });
    answer(service, exchange, html, 429, verdict.retryAfterSeconds);
    return;
  }
  const credentials = await service.accounts.findCredentials(email);
  const fits = await passwordMatches(credentials?.passwordHash ?? service.dummyHash, password);
  if (credentials === null || !fits) {
    failed(credentials === null ? 'unknown-address' : 'wrong-password');
    const text = textsOf(exchange.locale).signIn.wrong;
    answer(
      service,
      exchange,
      await renderSignIn(service, exchange, interaction, { email, notice: { kind: 'bad', text } }),
      400,
    );
    return;
  }
  await service.limits.clearAttempts(guess);
  if (credentials.confirmed) {
    rememberBrowser(service, exchange, email);
    await finishPassword(service, exchange, interaction, credentials.sub);
    return;
  }
  failed('not-confirmed');
  if (isReadOnly(service)) return answerUpdating(service, exchange);
  // Right password, but the address is not confirmed: mail a new link for this sign-in.
  const mailing = { kind: 'confirm', email, sub: credentials.sub } as const;
  await sendConfirmation(service, exchange, interaction.uid, mailing);
  rememberSentMail(service, exchange, interaction.uid, mailing);
  redirect(exchange.reply, stepUrls(interaction.uid).checkMail);
}

/** The answer of a passkey, which signs in alone. */
export async function submitPasskey(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
): Promise<void> {
  if (await signInWithPasskey(service, exchange, interaction)) return;
  const notice = { kind: 'bad' as const, text: textsOf(exchange.locale).factor.passkeyFailed };
  const email = loginHint(interaction.params);
  answer(service, exchange, await renderSignIn(service, exchange, interaction, { email, notice }), 400);
}
