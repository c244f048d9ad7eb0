import { canonicalEmail } from '../accounts.ts';
import { answer, type Exchange, type Service, stepsOf } from '../context.ts';
import { loginHint } from '../engine.ts';
import { redirect } from '../http/reply.ts';
import { formOf } from '../http/request.ts';
import { rememberBrowser } from '../known-browsers.ts';
import { slowedText, textsOf, tooManyText } from '../locale.ts';
import { signInPage } from '../pages/screens.tsx';
import { passwordFits } from '../passwords.ts';
import { emailFault, type FieldFault, typed } from './forms.ts';
import { type FailedGuess, guessOf, logFailedGuess } from './guess.ts';
import { finishSignIn, type Interaction } from './interaction.ts';
import { rememberMailing, sendConfirmation } from './mailing.ts';

type Shown = {
  email: string;
  emailFault?: FieldFault | undefined;
  passwordFault?: FieldFault | undefined;
  notice?: { kind: 'good' | 'bad'; text: string };
};

function page(exchange: Exchange, interaction: Interaction, shown: Shown): string {
  const { fields } = textsOf(exchange.locale);
  const errorOf = (fault: FieldFault | undefined) => (fault === undefined ? undefined : fields[fault]);
  return signInPage(exchange.view, {
    steps: stepsOf(interaction.uid),
    email: { value: shown.email, error: errorOf(shown.emailFault) },
    password: { error: errorOf(shown.passwordFault) },
    notice: shown.notice,
  });
}

export function showSignIn(service: Service, exchange: Exchange, interaction: Interaction): void {
  const notice =
    exchange.url.searchParams.get('done') === 'reset' ? textsOf(exchange.locale).signIn.resetDone : null;
  answer(
    service,
    exchange,
    page(exchange, interaction, {
      email: loginHint(interaction.params),
      ...(notice === null ? {} : { notice: { kind: 'good', text: notice } }),
    }),
  );
}

/** Checks a password. Whatever is wrong (address, password, both) is told in the same words after the same work. */
export async function submitSignIn(
  service: Service,
  exchange: Exchange,
  interaction: Interaction,
): Promise<void> {
  const form = formOf(exchange.request);
  const email = canonicalEmail(typed(form, 'email'));
  const password = typed(form, 'password');
  const faults = {
    emailFault: emailFault(email),
    passwordFault: password === '' ? ('passwordMissing' as const) : undefined,
  };
  if (faults.emailFault !== undefined || faults.passwordFault !== undefined) {
    answer(service, exchange, page(exchange, interaction, { email, ...faults }), 400);
    return;
  }
  const guess = guessOf(service, exchange, email);
  const failed = (outcome: FailedGuess) => logFailedGuess(service, exchange, email, outcome);
  const verdict = await service.limits.chargeGuess(guess);
  if (!verdict.allowed) {
    failed(verdict.slowed ? 'slowed' : 'too-many');
    const tooMany = verdict.slowed ? slowedText : tooManyText;
    const text = tooMany(exchange.locale, verdict.retryAfterSeconds);
    const html = page(exchange, interaction, { email, notice: { kind: 'bad', text } });
    answer(service, exchange, html, 429, verdict.retryAfterSeconds);
    return;
  }
  const credentials = await service.accounts.findCredentials(email);
  const fits = await passwordFits(credentials?.passwordHash ?? service.decoyHash, password);
  if (credentials === null || !fits) {
    failed(credentials === null ? 'unknown-address' : 'wrong-password');
    const text = textsOf(exchange.locale).signIn.wrong;
    answer(service, exchange, page(exchange, interaction, { email, notice: { kind: 'bad', text } }), 400);
    return;
  }
  await service.limits.clearGuesses(guess);
  if (credentials.confirmed) {
    rememberBrowser(service, exchange, email);
    await finishSignIn(service, exchange, interaction, credentials.sub);
    return;
  }
  failed('not-confirmed');
  // Right password, address not yet confirmed: a fresh link, bound to this sign-in.
  await sendConfirmation(service, exchange, interaction.uid, email);
  rememberMailing(service, exchange, interaction.uid, { kind: 'confirm', email });
  redirect(exchange.reply, stepsOf(interaction.uid).checkMail);
}
