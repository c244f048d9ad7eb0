// Trust rule: only a link of our own app ends a session at once. Other sites can link here too, so the person is asked
// first.

import { hasSession, signOut, signOutRedirect } from '../auth0-compatibility.ts';
import { answer, answerError, type Exchange, type IdentityContext } from '../context.ts';
import { redirect } from '../http/reply.ts';
import { sentByOwnPage } from '../http/request.ts';
import { signOutPage } from '../pages/account.tsx';

/** A page cannot set its own `Referer`. Without one, the page does not count as ours. */
function sentByApp({ options }: IdentityContext, { request }: Exchange): boolean {
  const { referer = '' } = request.headers;
  return URL.canParse(referer) && options.client.appOrigins.includes(new URL(referer).origin);
}

async function endSession(service: IdentityContext, exchange: Exchange): Promise<void> {
  await signOut(service, exchange);
  const target = signOutRedirect(service, exchange.url.searchParams);
  if (target === null) answerError(service, exchange, 'logout');
  else redirect(exchange.reply, target);
}

/** A link to this page: signs out at once when our app has sent it, or when there is no session. */
export async function showSignOut(service: IdentityContext, exchange: Exchange): Promise<void> {
  if (sentByApp(service, exchange) || !(await hasSession(service, exchange)))
    return endSession(service, exchange);
  answer(service, exchange, signOutPage(exchange.view));
}

/** The form of the page that asks. */
export async function submitSignOut(service: IdentityContext, exchange: Exchange): Promise<void> {
  if (sentByOwnPage(exchange.request, service.options.issuerUrl)) return endSession(service, exchange);
  answerError(service, exchange, 'refused');
}
