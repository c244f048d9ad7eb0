import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { fillText } from '@kindling/locales/fill-text.ts';
import { readCookie } from '@kindling/service/cookies';
import type { Limits as SharedLimits } from '@kindling/service/limits';
import { clientNetwork } from '@kindling/service/network';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Accounts, LinkPurpose } from './accounts.ts';
import type { AddressChanges } from './address-changes.ts';
import { cookieNames } from './cookie-names.ts';
import type { AuthenticatorApps } from './factors/authenticator-app.ts';
import type { CodeAttempts } from './factors/code-attempts.ts';
import type { Passkeys } from './factors/passkeys.ts';
import type { RecoveryCodes } from './factors/recovery-codes.ts';
import type { SecondFactors } from './factors/second-factors.ts';
import { pagePolicy, sendPage } from './http/reply.ts';
import type { Limits } from './limits.ts';
import { chooseLocale, type Locale, textsOf, tooManyAttemptsText } from './locale.ts';
import type { IdentityOptions } from './options.ts';
import type { Assets } from './pages/assets.ts';
import type { PageView } from './pages/page-view.ts';
import { messagePage, type StepUrls } from './pages/screens.tsx';

// locale-keys: identity.errors.*

/** What all parts of the service share. `engine()` returns another engine after the signing keys have changed. */
export type IdentityContext = {
  options: IdentityOptions;
  secure: boolean;
  accounts: Accounts;
  factors: SecondFactors;
  passkeys: Passkeys;
  authenticatorApps: AuthenticatorApps;
  recoveryCodes: RecoveryCodes;
  codeAttempts: CodeAttempts;
  addressChanges: AddressChanges;
  limits: Limits;
  /** What networks may ask, over all processes of the service. */
  sharedLimits: SharedLimits;
  assets: Assets;
  /** Seals what pages keep in the browser until the next one, each in a place of its own. */
  cookieKey: Buffer;
  /** Seals the cookie that makes a browser known for an address. */
  knownBrowserKey: Buffer;
  /** Hashes addresses for the log. */
  logKey: Buffer;
  /** A hash that matches no password. Checked for unknown addresses, so that they take as long as known ones. */
  dummyHash: string;
  now: () => Date;
  engine: () => Provider;
  /** Work that must not delay the response, because the delay would show whether an account exists. */
  runInBackground: (what: string, work: () => Promise<void>) => void;
};

/** What a page needs to know about its request. */
export type PageContext = { url: URL; requestId: string; locale: Locale; view: PageView };

/** One request to a page. `req` and `res` are the raw ones, for the engine and its cookies. */
export type Exchange = PageContext & {
  request: FastifyRequest;
  reply: FastifyReply;
  req: IncomingMessage;
  res: ServerResponse;
  network: string;
  /** The app opened this sign-in in a popup, which sends its result to the opener. */
  inPopup: boolean;
};

/** The app's address that begins a sign-in. */
export function appSignInUrl({ client }: IdentityOptions): string {
  return `${client.appOrigins[0] ?? ''}/auth/sign-in`;
}

/** `uiLocales` are the languages that the app requested, when known. */
export function pageContextOf(
  { options, assets, now, secure }: IdentityContext,
  { headers, url, requestId }: { headers: IncomingHttpHeaders; url: URL; requestId: string },
  uiLocales: string | undefined,
): PageContext {
  const names = cookieNames(secure);
  const locale = chooseLocale({
    query: url.searchParams.get('lng'),
    chosenHere: readCookie(headers.cookie, names.languageHere),
    uiLocales,
    cookie: readCookie(headers.cookie, names.language),
    acceptLanguage: headers['accept-language'],
  });
  const here = new URL(url);
  here.searchParams.delete('lng');
  return {
    url,
    requestId,
    locale,
    view: {
      locale,
      brand: options.brand,
      help: options.help,
      year: now().getUTCFullYear(),
      here: `${here.pathname}${here.search}`,
      appUrl: `${options.client.appOrigins[0] ?? ''}/`,
      signInUrl: `${appSignInUrl(options)}?lng=${locale}`,
      assets,
    },
  };
}

/** The requested address, always on our own origin. */
export function urlOf(target: string, { options }: IdentityContext): URL {
  const issuer = new URL(options.issuerUrl);
  const url =
    target.startsWith('/') && URL.canParse(target, issuer.origin) ? new URL(target, issuer.origin) : issuer;
  return url.origin === issuer.origin ? url : issuer;
}

/** Reads language, network and the rest of a request once. `asked` are the parameters of the app's request, when known. */
export function openExchange(
  service: IdentityContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Record<string, unknown> = {},
): Exchange {
  const url = urlOf(request.url, service);
  const { headers, id: requestId } = request;
  const uiLocales = typeof asked.ui_locales === 'string' ? asked.ui_locales : undefined;
  return {
    ...pageContextOf(service, { headers, url, requestId }, uiLocales),
    request,
    reply,
    req: request.raw,
    res: reply.raw,
    network: clientNetwork(request),
    inPopup: isForPopup(asked.response_mode),
  };
}

/** Whether the app requested the result by `postMessage`. */
export function isForPopup(responseMode: unknown): boolean {
  return responseMode === 'web_message';
}

export function stepUrls(uid: string): StepUrls {
  const base = `/u/${uid}`;
  return {
    signIn: `${base}/sign-in`,
    signUp: `${base}/sign-up`,
    forgot: `${base}/forgot`,
    checkMail: `${base}/check-mail`,
    factor: `${base}/factor`,
    passkey: `${base}/passkey`,
  };
}

/** Path of a page that a mail links to. `uid` is that of the sign-in in which the mail was requested. */
export function linkPath(uid: string | null, page: LinkPurpose, token: string): string {
  return `/u/${uid ?? '-'}/${page}?token=${encodeURIComponent(token)}`;
}

export function answer(
  service: IdentityContext,
  exchange: Exchange,
  html: string,
  status = 200,
  retryAfterSeconds?: number,
): void {
  sendPage(exchange.reply, {
    status,
    html,
    policy: pagePolicy(service.options.client.appOrigins, []),
    inPopup: exchange.inPopup,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

export type ErrorKind =
  | 'expired'
  | 'link'
  | 'notFound'
  | 'refused'
  | 'request'
  | 'logout'
  | 'updating'
  | 'failed';

const ERROR_STATUS: Record<ErrorKind, number> = {
  expired: 410,
  link: 410,
  notFound: 404,
  refused: 403,
  request: 400,
  logout: 400,
  updating: 503,
  failed: 500,
};

/** The page for one kind of error, with a link back to the app. */
export function errorPage(exchange: PageContext, trouble: ErrorKind): string {
  const { errors, common } = textsOf(exchange.locale);
  const withId = trouble === 'failed' || trouble === 'request';
  return messagePage(exchange.view, {
    kind: 'trouble',
    title: fillText(errors[`${trouble}Title`], { brand: exchange.view.brand.name }),
    lead: errors[`${trouble}Lead`],
    action: {
      href: exchange.view.appUrl,
      text: fillText(common.backToApp, { brand: exchange.view.brand.name }),
    },
    ...(withId ? { requestId: exchange.requestId } : {}),
  });
}

export function answerError(service: IdentityContext, exchange: Exchange, trouble: ErrorKind): void {
  answer(service, exchange, errorPage(exchange, trouble), ERROR_STATUS[trouble]);
}

/** Seconds after which a refused change is worth a repeat, as the API says: an upgrade takes minutes. */
const UPDATE_RETRY_SECONDS = 60;

/** The page for a change while nothing may be changed. */
export function answerUpdating(service: IdentityContext, exchange: Exchange): void {
  answer(service, exchange, errorPage(exchange, 'updating'), ERROR_STATUS.updating, UPDATE_RETRY_SECONDS);
}

export const isReadOnly = ({ options }: IdentityContext): boolean => options.readOnly?.isOn() === true;

/** The page for a limit, for requests without a form. */
export function answerRateLimited(
  service: IdentityContext,
  exchange: Exchange,
  retryAfterSeconds: number,
): void {
  const { errors, common } = textsOf(exchange.locale);
  const html = messagePage(exchange.view, {
    kind: 'trouble',
    title: errors.tooManyTitle,
    lead: tooManyAttemptsText(exchange.locale, retryAfterSeconds),
    action: {
      href: exchange.view.appUrl,
      text: fillText(common.backToApp, { brand: exchange.view.brand.name }),
    },
  });
  answer(service, exchange, html, 429, retryAfterSeconds);
}
