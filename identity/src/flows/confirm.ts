// Trust rule: the link of a sign-up acts at once only in the browser of this sign-up, in the same sign-in, which its sealed
// cookie proves: others may have signed up with the same address. Elsewhere the link proves the
// address, but not that its reader signed up: a stranger may have, with a password of their own. So the page asks for that
// password, or lets the reader choose another one, which makes the stranger's void.
import type { LinkedSignUp } from '../accounts.ts';
import { answer, answerError, type Exchange, type IdentityContext, linkPath } from '../context.ts';
import { formOf } from '../http/request.ts';
import { rememberBrowser } from '../known-browsers.ts';
import { linkSubjects } from '../limits.ts';
import { textsOf, tooManyAttemptsText } from '../locale.ts';
import { confirmPage, messagePage } from '../pages/screens.tsx';
import { passwordMatches } from '../passwords.ts';
import { formValue } from './forms.ts';
import type { Interaction } from './interaction.ts';
import { isOwnSignUp } from './mailing.ts';
import { finishPassword } from './second-factor.ts';
import { attemptOf, logFailedSignIn } from './sign-in-attempt.ts';

const tokenOf = (exchange: Exchange) => exchange.url.searchParams.get('token') ?? '';

async function readLink(service: IdentityContext, exchange: Exchange): Promise<LinkedSignUp | null> {
  const verdict = await service.limits.consume(linkSubjects(exchange.network));
  return verdict.allowed ? service.accounts.peekToken(['confirm'], tokenOf(exchange)) : null;
}

function renderForm(
  exchange: Exchange,
  { email, interactionUid }: LinkedSignUp,
  shown: { error?: string; tooMany?: string },
): string {
  return confirmPage(exchange.view, {
    email,
    password: { error: shown.error },
    notice: shown.tooMany === undefined ? undefined : { kind: 'bad', text: shown.tooMany },
    resetUrl: linkPath(interactionUid, 'reset', tokenOf(exchange)),
  });
}

/** Uses the link up. Goes on with the sign-in `running` of this browser; without one it says that the account is ready. */
async function consumeLink(
  service: IdentityContext,
  exchange: Exchange,
  running: Interaction | null,
): Promise<void> {
  const confirmed = await service.accounts.confirm(tokenOf(exchange));
  if (confirmed === null) return answerError(service, exchange, 'link');
  if (running !== null) return finishPassword(service, exchange, running, confirmed.sub);
  const { confirm } = textsOf(exchange.locale);
  answer(
    service,
    exchange,
    messagePage(exchange.view, {
      kind: 'done',
      title: confirm.doneTitle,
      lead: confirm.doneLead,
      action: { href: exchange.view.signInUrl, text: confirm.toSignIn },
    }),
  );
}

export async function showConfirm(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction | null,
): Promise<void> {
  const found = await readLink(service, exchange);
  if (found === null) return answerError(service, exchange, 'link');
  // Whoever opens the link can read the mail of this address.
  rememberBrowser(service, exchange, found.email);
  if (interaction !== null && isOwnSignUp(service, exchange, interaction, found.sub))
    return consumeLink(service, exchange, interaction);
  answer(service, exchange, renderForm(exchange, found, {}));
}

/** Checks the password of the sign-up, under the same limits as a sign-in, and signs in like one. */
export async function submitConfirm(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction | null,
): Promise<void> {
  const found = await readLink(service, exchange);
  if (found === null) return answerError(service, exchange, 'link');
  const texts = textsOf(exchange.locale);
  const password = formValue(formOf(exchange.request), 'password');
  const again = (error: string) => answer(service, exchange, renderForm(exchange, found, { error }), 400);
  if (password === '') return again(texts.fields.passwordMissing);
  const guess = attemptOf(service, exchange, found.email);
  const verdict = await service.limits.consumeAttempt(guess);
  if (!verdict.allowed) {
    logFailedSignIn(service, exchange, found.email, verdict.slowed ? 'slowed' : 'too-many-attempts');
    const wait = verdict.retryAfterSeconds;
    const tooMany = tooManyAttemptsText(exchange.locale, wait);
    return answer(service, exchange, renderForm(exchange, found, { tooMany }), 429, wait);
  }
  if (!(await passwordMatches(found.waitingPasswordHash ?? service.dummyHash, password))) {
    logFailedSignIn(service, exchange, found.email, 'wrong-password');
    return again(texts.confirm.wrong);
  }
  await service.limits.clearAttempts(guess);
  await consumeLink(service, exchange, interaction);
}
