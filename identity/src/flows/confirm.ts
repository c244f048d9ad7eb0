// Trust rule: a link acts at once only in the browser that signed up, in the same sign-in. Elsewhere the person must press
// a button, because mail scanners open links too and would confirm an address for a stranger.
import { answer, answerError, type Exchange, type IdentityContext } from '../context.ts';
import { rememberBrowser } from '../known-browsers.ts';
import { linkSubjects } from '../limits.ts';
import { textsOf } from '../locale.ts';
import { confirmPage, messagePage } from '../pages/screens.tsx';
import { finishSignIn, type Interaction } from './interaction.ts';

const tokenOf = (exchange: Exchange) => exchange.url.searchParams.get('token') ?? '';

async function consumeLink(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction | null,
): Promise<void> {
  const confirmed = await service.accounts.confirm(tokenOf(exchange));
  if (confirmed === null) {
    answerError(service, exchange, 'link');
    return;
  }
  if (confirmed.created && interaction !== null && confirmed.interactionUid === interaction.uid) {
    await finishSignIn(service, exchange, interaction, confirmed.sub);
    return;
  }
  const { confirm } = textsOf(exchange.locale);
  answer(
    service,
    exchange,
    messagePage(exchange.view, {
      kind: 'done',
      title: confirm.doneTitle,
      lead: confirm.doneLead,
      action: {
        href: interaction === null ? exchange.view.appUrl : `/u/${interaction.uid}/sign-in`,
        text: confirm.toSignIn,
      },
    }),
  );
}

export async function showConfirm(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction | null,
): Promise<void> {
  const verdict = await service.limits.consume(linkSubjects(exchange.network));
  const found = verdict.allowed ? await service.accounts.peekToken('confirm', tokenOf(exchange)) : null;
  if (found === null) {
    answerError(service, exchange, 'link');
    return;
  }
  // Whoever opens the link can read the mail of this address.
  rememberBrowser(service, exchange, found.email);
  if (interaction !== null && found.interactionUid === interaction.uid) {
    await consumeLink(service, exchange, interaction);
    return;
  }
  answer(service, exchange, confirmPage(exchange.view, { email: found.email }));
}

export async function submitConfirm(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction | null,
): Promise<void> {
  const verdict = await service.limits.consume(linkSubjects(exchange.network));
  if (verdict.allowed) await consumeLink(service, exchange, interaction);
  else answerError(service, exchange, 'link');
}
