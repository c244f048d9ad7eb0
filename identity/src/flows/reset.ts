import { canonicalEmail } from '../accounts.ts';
import { answer, answerTrouble, type Exchange, type Service, stepsOf } from '../context.ts';
import { loginHint } from '../engine.ts';
import { redirect } from '../http/reply.ts';
import { formOf } from '../http/request.ts';
import { rememberBrowser } from '../known-browsers.ts';
import { linkCounts } from '../limits.ts';
import { textsOf, tooManyMailsText } from '../locale.ts';
import type { Field } from '../pages/layout.tsx';
import { forgotPage, messagePage, resetPage } from '../pages/screens.tsx';
import { hashPassword } from '../passwords.ts';
import { emailFault, newPasswordFault, typed } from './forms.ts';
import type { Interaction } from './interaction.ts';
import { chargeMail, mailPasswordChanged, rememberMailing, startReset } from './mailing.ts';

type ForgotShown = { email: string; error?: string | undefined; tooMany?: string };

function forgot(exchange: Exchange, interaction: Interaction, shown: ForgotShown): string {
  return forgotPage(exchange.view, {
    steps: stepsOf(interaction.uid),
    email: { value: shown.email, error: shown.error },
    notice: shown.tooMany === undefined ? undefined : { kind: 'bad', text: shown.tooMany },
  });
}

export function showForgot(service: Service, exchange: Exchange, interaction: Interaction): void {
  answer(service, exchange, forgot(exchange, interaction, { email: loginHint(interaction.params) }));
}

/** Asks for a reset link. The answer is the same whether or not there is such an account. */
export async function submitForgot(
  service: Service,
  exchange: Exchange,
  interaction: Interaction,
): Promise<void> {
  const email = canonicalEmail(typed(formOf(exchange.request), 'email'));
  const fault = emailFault(email);
  if (fault !== undefined) {
    const error = textsOf(exchange.locale).fields[fault];
    answer(service, exchange, forgot(exchange, interaction, { email, error }), 400);
    return;
  }
  const mailing = { kind: 'reset', email } as const;
  const verdict = await chargeMail(service, exchange, mailing);
  if (!verdict.allowed) {
    const tooMany = tooManyMailsText(exchange.locale, verdict);
    answer(
      service,
      exchange,
      forgot(exchange, interaction, { email, tooMany }),
      429,
      verdict.retryAfterSeconds,
    );
    return;
  }
  startReset(service, exchange, interaction.uid, email);
  rememberMailing(service, exchange, interaction.uid, mailing);
  redirect(exchange.reply, stepsOf(interaction.uid).checkMail);
}

async function peek(service: Service, exchange: Exchange): Promise<{ email: string; token: string } | null> {
  const verdict = await service.limits.charge(linkCounts(exchange.network));
  const token = exchange.url.searchParams.get('token') ?? '';
  const found = verdict.allowed ? await service.accounts.peekToken('reset', token) : null;
  return found === null ? null : { email: found.email, token };
}

function reset(exchange: Exchange, interaction: Interaction | null, email: string, password: Field): string {
  const signInUrl = interaction === null ? exchange.view.appUrl : stepsOf(interaction.uid).signIn;
  return resetPage(exchange.view, { email, password, signInUrl });
}

export async function showReset(
  service: Service,
  exchange: Exchange,
  interaction: Interaction | null,
): Promise<void> {
  const found = await peek(service, exchange);
  if (found === null) return answerTrouble(service, exchange, 'link');
  // Whoever opens the link reads the mail of this address; the present password may be used from here too.
  rememberBrowser(service, exchange, found.email);
  answer(service, exchange, reset(exchange, interaction, found.email, {}));
}

/** Sets the new password. Nobody is signed in by a link; the person signs in with the password they chose. */
export async function submitReset(
  service: Service,
  exchange: Exchange,
  interaction: Interaction | null,
): Promise<void> {
  const found = await peek(service, exchange);
  if (found === null) {
    answerTrouble(service, exchange, 'link');
    return;
  }
  const texts = textsOf(exchange.locale);
  const password = typed(formOf(exchange.request), 'password');
  const fault = newPasswordFault(password, found.email, service.options.brand);
  if (fault !== undefined) {
    const error = texts.fields[fault];
    answer(service, exchange, reset(exchange, interaction, found.email, { error }), 400);
    return;
  }
  const before = await service.accounts.findCredentials(found.email);
  const sub = await service.accounts.reset(found.token, await hashPassword(password));
  if (sub === null) {
    answerTrouble(service, exchange, 'link');
    return;
  }
  await service.options.onCredentialsChanged?.(sub);
  // Who reads the mail has just changed it; the message is for the owner of an address that somebody else reads too.
  if (before?.confirmed === true)
    service.background('password-changed mail', () =>
      mailPasswordChanged(service, { email: found.email, locale: before.locale, name: null }),
    );
  if (interaction !== null) {
    redirect(exchange.reply, `${stepsOf(interaction.uid).signIn}?done=reset`);
    return;
  }
  const { doneTitle, doneLead } = texts.reset;
  const action = { href: exchange.view.appUrl, text: texts.confirm.toSignIn };
  answer(
    service,
    exchange,
    messagePage(exchange.view, { kind: 'done', title: doneTitle, lead: doneLead, action }),
  );
}
