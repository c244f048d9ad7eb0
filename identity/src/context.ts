import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import type Provider from 'oidc-provider';
import type { Accounts } from './accounts.ts';
import { pagePolicy, sendPage } from './http/reply.ts';
import { cookieOf } from './http/request.ts';
import { chooseLocale, type Locale, textsOf } from './locale.ts';
import { clientNetwork } from './network.ts';
import type { IdentityOptions } from './options.ts';
import type { Assets } from './pages/assets.ts';
import type { View } from './pages/layout.tsx';
import { messagePage, type Steps } from './pages/screens.tsx';
import type { Throttle } from './throttle.ts';

// locale-keys: identity.errors.*

/** What the parts of the service share. `engine()` changes when the signing keys do. */
export type Service = {
  options: IdentityOptions;
  secure: boolean;
  accounts: Accounts;
  throttle: Throttle;
  assets: Assets;
  proxies: BlockList;
  /** Seals the small cookie that remembers the address of the page "check your mail". */
  cookieKey: Buffer;
  /** A hash that fits no password; checked for unknown addresses so that they take as long as known ones. */
  decoyHash: string;
  now: () => Date;
  engine: () => Provider;
  /** Work that the answer must not wait for, because its length would tell whether an account exists. */
  background: (what: string, work: () => Promise<void>) => void;
};

/** One request to a page. */
export type Exchange = {
  req: IncomingMessage;
  res: ServerResponse;
  url: URL;
  requestId: string;
  locale: Locale;
  view: View;
  network: string;
};

export const CHOICE_COOKIE = 'lng';
export const CHOICE_HERE_COOKIE = 'lng_here';

/** Reads language, network and the rest once. `uiLocales` is what the app asked for, when that is known. */
export function openExchange(
  service: Service,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
  uiLocales: string | undefined,
): Exchange {
  const locale = chooseLocale({
    query: url.searchParams.get('lng') ?? undefined,
    chosenHere: cookieOf(req, CHOICE_HERE_COOKIE),
    uiLocales,
    cookie: cookieOf(req, CHOICE_COOKIE),
    acceptLanguage: req.headers['accept-language'],
  });
  const here = new URL(url);
  here.searchParams.delete('lng');
  const { options, assets } = service;
  return {
    req,
    res,
    url,
    requestId: randomUUID(),
    locale,
    network: clientNetwork(req, service.proxies),
    view: {
      locale,
      brand: options.brand,
      year: service.now().getUTCFullYear(),
      here: `${here.pathname}${here.search}`,
      appUrl: `${options.client.appOrigins[0] ?? ''}/`,
      assets,
    },
  };
}

export function stepsOf(uid: string): Steps {
  const base = `/u/${uid}`;
  return {
    signIn: `${base}/sign-in`,
    signUp: `${base}/sign-up`,
    forgot: `${base}/forgot`,
    checkMail: `${base}/check-mail`,
  };
}

export function answer(
  service: Service,
  exchange: Exchange,
  html: string,
  status = 200,
  retryAfterSeconds?: number,
): void {
  sendPage(exchange.res, {
    status,
    html,
    policy: pagePolicy(service.options.client.appOrigins, []),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

export type Trouble = 'expired' | 'link' | 'notFound' | 'refused' | 'request' | 'logout' | 'failed';

const TROUBLE_STATUS: Record<Trouble, number> = {
  expired: 410,
  link: 410,
  notFound: 404,
  refused: 403,
  request: 400,
  logout: 400,
  failed: 500,
};

/** The page for one kind of trouble, always with a way back to the app. */
export function troublePage(exchange: Exchange, trouble: Trouble): string {
  const { errors, common } = textsOf(exchange.locale);
  const withId = trouble === 'failed' || trouble === 'request';
  return messagePage(exchange.view, {
    kind: 'trouble',
    title: errors[`${trouble}Title`],
    lead: errors[`${trouble}Lead`],
    action: {
      href: exchange.view.appUrl,
      text: common.backToApp.replace('{{brand}}', exchange.view.brand.name),
    },
    ...(withId ? { requestId: exchange.requestId } : {}),
  });
}

export function answerTrouble(service: Service, exchange: Exchange, trouble: Trouble): void {
  answer(service, exchange, troublePage(exchange, trouble), TROUBLE_STATUS[trouble]);
}
