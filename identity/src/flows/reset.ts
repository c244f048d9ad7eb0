import { canonicalEmail, type LinkedSignUp } from '../accounts.ts';
import { loginHint } from '../auth0-compatibility.ts';
import { answer, answerError, type Exchange, type IdentityContext, linkPath, stepUrls } from '../context.ts';
import { redirect } from '../http/reply.ts';
import { formOf } from '../http/request.ts';
import { rememberBrowser } from '../known-browsers.ts';
import { linkSubjects } from '../limits.ts';
import { textsOf, tooManyMailsText } from '../locale.ts';
import type { Field } from '../pages/layout.tsx';
import { forgotPage, messagePage, resetPage } from '../pages/screens.tsx';
import { hashPassword } from '../passwords.ts';
import { reportCredentials } from './follow-up.ts';
import { emailError, formValue, newPasswordError } from './forms.ts';
import type { Interaction } from './interaction.ts';
import { consumeMailLimit, mailPasswordChanged, rememberSentMail, sendResetInBackground } from './mailing.ts';
import { finishPassword } from './second-factor.ts';

type ForgotFormState = { email: string; error?: string | undefined; tooMany?: string };

function renderForgot(exchange: Exchange, interaction: Interaction, shown: ForgotFormState): string {
  return forgotPage(exchange.view, {
    steps: stepUrls(interaction.uid),
    email: { value: shown.email, error: shown.error },
    notice: shown.tooMany === undefined ? undefined : { kind: 'bad', text: shown.tooMany },
  });
}

export function showForgot(service: IdentityContext, exchange: Exchange, interaction: Interaction): void {
  answer(service, exchange, renderForgot(exchange, interaction, { email: loginHint(interaction.params) }));
}

/** Asks for a reset link. The answer is the same whether or not there is such an account. */
export async function submitForgot(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
): Promise<void> {
  const email = canonicalEmail(formValue(formOf(exchange.request), 'email'));
  const fault = emailError(email);
  if (fault !== undefined) {
    const error = textsOf(exchange.locale).fields[fault];
    answer(service, exchange, renderForgot(exchange, interaction, { email, error }), 400);
    return;
  }
  const mailing = { kind: 'reset', email } as const;
  const verdict = await consumeMailLimit(service, exchange, mailing);
  if (!verdict.allowed) {
    const tooMany = tooManyMailsText(exchange.locale, verdict);
    answer(
      service,
      exchange,
      renderForgot(exchange, interaction, { email, tooMany }),
      429,
      verdict.retryAfterSeconds,
    );
    return;
  }
  sendResetInBackground(service, exchange, interaction.uid, email);
  rememberSentMail(service, exchange, interaction.uid, mailing);
  redirect(exchange.reply, stepUrls(interaction.uid).checkMail);
}

type ResetLink = LinkedSignUp & { token: string };

/** Whether the new password opens the account of a sign-up that waits. */
const isOfSignUp = (link: ResetLink): boolean => link.waitingPasswordHash !== null;

/** The confirmation link of a sign-up leads here too, for the owner of an address with which a stranger signed up. */
async function readLink(service: IdentityContext, exchange: Exchange): Promise<ResetLink | null> {
  const verdict = await service.limits.consume(linkSubjects(exchange.network));
  const token = exchange.url.searchParams.get('token') ?? '';
  const found = verdict.allowed ? await service.accounts.peekToken(['reset', 'confirm'], token) : null;
  return found === null ? null : { ...found, token };
}

function renderReset(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction | null,
  { link, password }: { link: ResetLink; password: Field },
): string {
  return resetPage(exchange.view, {
    email: link.email,
    password,
    otherWay: otherWayOf(exchange, interaction, link),
    terms: isOfSignUp(link) ? service.options.terms : null,
  });
}

/** For whoever knows the password: back to the page of the confirmation link, else to the sign-in. */
function otherWayOf(exchange: Exchange, interaction: Interaction | null, link: ResetLink) {
  const { openAccount, reset } = textsOf(exchange.locale);
  if (link.purpose === 'confirm') {
    const href = linkPath(link.interactionUid, link.purpose, link.token);
    return { question: openAccount.remembered, href, text: openAccount.toConfirm };
  }
  const href = interaction === null ? exchange.view.signInUrl : stepUrls(interaction.uid).signIn;
  return { question: reset.remembered, href, text: reset.toSignIn };
}

export async function showReset(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction | null,
): Promise<void> {
  const found = await readLink(service, exchange);
  if (found === null) return answerError(service, exchange, 'link');
  // Whoever opens the link can read the mail of this address, and may also sign in here with the current password.
  rememberBrowser(service, exchange, found.email);
  answer(service, exchange, renderReset(service, exchange, interaction, { link: found, password: {} }));
}

/**
 * Sets the new password. Where it opens the account of a sign-up, a sign-in that runs in this browser goes on, as after a
 * confirmation. Nobody is signed in to an account by a link; the person signs in with the password they chose.
 */
export async function submitReset(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction | null,
): Promise<void> {
  const found = await readLink(service, exchange);
  if (found === null) {
    answerError(service, exchange, 'link');
    return;
  }
  const texts = textsOf(exchange.locale);
  const password = formValue(formOf(exchange.request), 'password');
  const fault = newPasswordError(password, found.email, service.options.brand);
  if (fault !== undefined) {
    const error = texts.fields[fault];
    const html = renderReset(service, exchange, interaction, { link: found, password: { error } });
    answer(service, exchange, html, 400);
    return;
  }
  const before = await service.accounts.findCredentials(found.email);
  const { version } = service.options.terms;
  const sub = await service.accounts.reset(found.token, await hashPassword(password), version);
  if (sub === null) {
    answerError(service, exchange, 'link');
    return;
  }
  await reportCredentials(service, exchange, sub);
  // The message warns the owner in case somebody else can read their mail too.
  if (before?.confirmed === true)
    service.runInBackground('password-changed mail', () =>
      mailPasswordChanged(service, { email: found.email, locale: before.locale, name: before.displayName }),
    );
  if (interaction !== null) {
    if (isOfSignUp(found)) return finishPassword(service, exchange, interaction, sub);
    redirect(exchange.reply, `${stepUrls(interaction.uid).signIn}?done=reset`);
    return;
  }
  const { doneTitle, doneLead } = isOfSignUp(found) ? texts.openAccount : texts.reset;
  const action = { href: exchange.view.signInUrl, text: texts.confirm.toSignIn };
  answer(
    service,
    exchange,
    messagePage(exchange.view, { kind: 'done', title: doneTitle, lead: doneLead, action }),
  );
}
