// Trust rule: a secret is stored after its app has shown a right code. Until then only the page has it, sealed for this account
// and session.
import { z } from 'zod';
import { answer, type Exchange, type IdentityContext } from '../context.ts';
import { appUri, newAppSecret, stepOfCode } from '../factors/authenticator-app.ts';
import { redirect } from '../http/reply.ts';
import { formOf } from '../http/request.ts';
import { textsOf } from '../locale.ts';
import { addAppPage, recoveryCodesPage } from '../pages/security.tsx';
import { seal, unseal } from '../secrets.ts';
import { isPost, openProvedPage } from './account-access.ts';
import { SECURITY_PATH } from './account-paths.ts';
import { afterFactorAdded } from './changed-factors.ts';
import { formValue } from './forms.ts';
import { securityUrl } from './security.ts';
import type { SignedIn } from './signed-in.ts';

const OFFER_MS = 30 * 60_000;
const offerShape = z.object({ secret: z.string(), at: z.number() });

const placeOf = ({ account, session }: SignedIn) => `new-app:${account.sub}:${session.uid}`;

/** Shows a new secret, and stores it once the app has proved that it holds it. */
export async function addAppFlow(service: IdentityContext, exchange: Exchange): Promise<void> {
  const here = await openProvedPage(service, exchange, 'app');
  if (here === null) return;
  if ((await service.factors.stateOf(here.account.sub)).authenticatorApp)
    return redirect(exchange.reply, SECURITY_PATH);
  if (!isPost(exchange)) return showOffer(service, exchange, here, newAppSecret());
  return takeOffer(service, exchange, here);
}

function showOffer(
  service: IdentityContext,
  exchange: Exchange,
  here: SignedIn,
  secret: string,
  error?: string,
): void {
  const offer = JSON.stringify({ secret, at: service.now().getTime() });
  const html = addAppPage(exchange.view, {
    secret,
    uri: appUri(secret, service.options.brand.name, here.account.email),
    offer: seal(service.cookieKey, offer, placeOf(here)).toString('base64url'),
    code: { error },
    backUrl: SECURITY_PATH,
  });
  answer(service, exchange, html, error === undefined ? 200 : 400);
}

function readOffer(service: IdentityContext, here: SignedIn, sealed: string): string | null {
  try {
    const offer = offerShape.parse(
      JSON.parse(unseal(service.cookieKey, Buffer.from(sealed, 'base64url'), placeOf(here))),
    );
    return service.now().getTime() - offer.at > OFFER_MS ? null : offer.secret;
  } catch {
    return null;
  }
}

async function takeOffer(service: IdentityContext, exchange: Exchange, here: SignedIn): Promise<void> {
  const { factor, authenticator } = textsOf(exchange.locale);
  const form = formOf(exchange.request);
  const secret = readOffer(service, here, formValue(form, 'offer'));
  if (secret === null) return showOffer(service, exchange, here, newAppSecret(), authenticator.expired);
  const code = formValue(form, 'code').replace(/\s/g, '');
  if (code === '') return showOffer(service, exchange, here, secret, factor.codeMissing);
  const step = stepOfCode(secret, code, service.now());
  if (step === null) return showOffer(service, exchange, here, secret, authenticator.wrong);
  if (!(await service.authenticatorApps.add(here.account.sub, secret, step)))
    return redirect(exchange.reply, SECURITY_PATH);
  const codes = await afterFactorAdded(service, exchange, here, { change: 'authenticator-app-added' });
  if (codes === null) return redirect(exchange.reply, securityUrl('appAdded'));
  answer(service, exchange, recoveryCodesPage(exchange.view, { codes, first: true, backUrl: SECURITY_PATH }));
}
