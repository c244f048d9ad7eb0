// Trust rule: what changes how somebody signs in needs a sign-in of the last ten minutes in this browser, with every factor
// that the account has.
import { answer, answerError, type Exchange, type IdentityContext } from '../context.ts';
import { redirect } from '../http/reply.ts';
import { sentByOwnPage } from '../http/request.ts';
import { textsOf } from '../locale.ts';
import { messagePage } from '../pages/screens.tsx';
import { type ProvedPage, provePath } from './account-paths.ts';
import { findSignedIn, type SignedIn } from './signed-in.ts';

/** As long as the API takes a sign-in for recent. */
const RECENT_SECONDS = 600;

export const isPost = ({ request }: Exchange): boolean => request.method === 'POST';

/** Where people come from who manage their sign-in. */
export const profileUrl = (service: IdentityContext): string =>
  `${service.options.client.appOrigins[0] ?? ''}/profile`;

/** The person of this browser; null when the answer is sent: a form from elsewhere, or nobody is signed in. */
export async function openAccountPage(
  service: IdentityContext,
  exchange: Exchange,
): Promise<SignedIn | null> {
  if (isPost(exchange) && !sentByOwnPage(exchange.request, service.options.issuerUrl)) {
    answerError(service, exchange, 'refused');
    return null;
  }
  const here = await findSignedIn(service, exchange);
  if (here !== null) return here;
  const { account } = textsOf(exchange.locale);
  const html = messagePage(exchange.view, {
    kind: 'trouble',
    title: account.signedOutTitle,
    lead: account.signedOutLead,
    action: { href: profileUrl(service), text: account.toSignIn },
  });
  answer(service, exchange, html, 401);
  return null;
}

/** As {@link openAccountPage}; a person whose sign-in is older proves it first and then comes back to `page`. */
export async function openProvedPage(
  service: IdentityContext,
  exchange: Exchange,
  page: ProvedPage,
): Promise<SignedIn | null> {
  const here = await openAccountPage(service, exchange);
  if (here === null || isRecent(service, here)) return here;
  // The page of the password asks for it, which proves everything unless there is a second factor.
  if (page === 'password' && !here.account.secondFactor) return here;
  redirect(exchange.reply, provePath(page));
  return null;
}

function isRecent(service: IdentityContext, { session }: SignedIn): boolean {
  const seconds = Math.floor(service.now().getTime() / 1000) - (session.loginTs ?? 0);
  return seconds <= RECENT_SECONDS;
}
