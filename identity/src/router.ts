// Trust rule: the public address is the configured one. Host and forwarding headers are overwritten here, so that no
// request can make the engine build a link to somewhere else.
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  answer,
  answerTrouble,
  CHOICE_COOKIE,
  CHOICE_HERE_COOKIE,
  type Exchange,
  openExchange,
  type Service,
  stepsOf,
  troublePage,
} from './context.ts';
import { acceptJsonBody, isEnginePath, signOut } from './engine.ts';
import { showConfirm, submitConfirm } from './flows/confirm.ts';
import { findInteraction, type Interaction, paramOf } from './flows/interaction.ts';
import { resend, showCheckMail } from './flows/mailing.ts';
import { PASSWORD_PATH, passwordPage } from './flows/password.ts';
import { showForgot, showReset, submitForgot, submitReset } from './flows/reset.ts';
import { showSignIn, submitSignIn } from './flows/sign-in.ts';
import { showSignUp, submitSignUp } from './flows/sign-up.ts';
import { addCookie, redirect, setCommonHeaders } from './http/reply.ts';
import { HttpProblem, sentByOwnPage } from './http/request.ts';
import { asLocale } from './locale.ts';

const YEAR_SECONDS = 31_536_000;

type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** What the router needs besides the pages: the engine's own handler and the token shim. */
export type RouterParts = { engineHandler: () => Handle; userinfo: Handle };

type Page = {
  /** Pages reached from a mail work without the sign-in they began in. */
  alone?: boolean;
  get: (service: Service, exchange: Exchange, interaction: Interaction) => Promise<void> | void;
  post: (service: Service, exchange: Exchange, interaction: Interaction) => Promise<void> | void;
};
type LonePage = {
  alone: true;
  get: (service: Service, exchange: Exchange, interaction: Interaction | null) => Promise<void> | void;
  post: (service: Service, exchange: Exchange, interaction: Interaction | null) => Promise<void> | void;
};

async function orBack(done: Promise<boolean> | boolean, exchange: Exchange, uid: string): Promise<void> {
  if (!(await done)) redirect(exchange.res, stepsOf(uid).signIn);
}

const PAGES: Record<string, Page | LonePage> = {
  'sign-in': { get: showSignIn, post: submitSignIn },
  'sign-up': { get: showSignUp, post: submitSignUp },
  forgot: { get: showForgot, post: submitForgot },
  'check-mail': {
    get: (service, exchange, interaction) =>
      orBack(showCheckMail(service, exchange, interaction), exchange, interaction.uid),
    post: (service, exchange, interaction) =>
      orBack(resend(service, exchange, interaction), exchange, interaction.uid),
  },
  confirm: { alone: true, get: showConfirm, post: submitConfirm },
  reset: { alone: true, get: showReset, post: submitReset },
};

function pinOrigin(req: IncomingMessage, issuer: URL): void {
  for (const name of Object.keys(req.headers)) {
    if (name === 'forwarded' || (name.startsWith('x-forwarded-') && name !== 'x-forwarded-for')) {
      delete req.headers[name];
    }
  }
  req.headers.host = issuer.host;
  req.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
}

function rememberLanguage(service: Service, exchange: Exchange, uid: string | null): void {
  const chosen = asLocale(exchange.url.searchParams.get('lng') ?? undefined);
  if (chosen === null) return;
  const { secure } = service;
  const base = { value: chosen, secure };
  addCookie(exchange.res, { ...base, name: CHOICE_COOKIE, path: '/', maxAgeSeconds: YEAR_SECONDS });
  if (uid !== null) {
    addCookie(exchange.res, { ...base, name: CHOICE_HERE_COOKIE, path: `/u/${uid}`, maxAgeSeconds: 3600 });
  }
}

/** Pages of a sign-in: /u/<uid>/<page>. */
async function routePage(
  service: Service,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
): Promise<void> {
  const [, , uid = '', name = ''] = url.pathname.split('/');
  const interaction = await findInteraction(service, req, res, uid);
  const uiLocales = interaction === null ? undefined : paramOf(interaction, 'ui_locales');
  const exchange = openExchange(service, req, res, url, uiLocales);
  rememberLanguage(service, exchange, /^[\w-]+$/.test(uid) ? uid : null);
  if (name === '' && interaction !== null) {
    const steps = stepsOf(uid);
    redirect(res, firstStep(steps, paramOf(interaction, 'screen_hint')));
    return;
  }
  const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (page === undefined && name !== '') return answerTrouble(service, exchange, 'notFound');
  const post = req.method === 'POST';
  if (post && !sentByOwnPage(req, service.options.issuerUrl))
    return answerTrouble(service, exchange, 'refused');
  if (page?.alone === true) return (page as LonePage)[post ? 'post' : 'get'](service, exchange, interaction);
  if (page === undefined || interaction === null) return answerTrouble(service, exchange, 'expired');
  return (page as Page)[post ? 'post' : 'get'](service, exchange, interaction);
}

/** What the app asked to begin with. A hosted tenant that does not know a hint begins with its sign-in form. */
function firstStep(steps: ReturnType<typeof stepsOf>, hint: string | undefined): string {
  if (hint === 'signup') return steps.signUp;
  return hint === 'reset-password' ? steps.forgot : steps.signIn;
}

function sendAsset(service: Service, res: ServerResponse, path: string): boolean {
  const asset = service.assets.byPath.get(path);
  if (asset === undefined) return false;
  res.setHeader('Content-Type', asset.type);
  res.setHeader('Content-Length', asset.body.length);
  res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  res.end(asset.body);
  return true;
}

function sendHealth(res: ServerResponse): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  res.end('{"status":"ok"}');
}

async function route(
  service: Service,
  parts: RouterParts,
  req: IncomingMessage,
  res: ServerResponse,
  url: URL,
): Promise<void> {
  const path = url.pathname;
  const read = req.method === 'GET' || req.method === 'HEAD';
  if (isEnginePath(path)) {
    await acceptJsonBody(req);
    return parts.engineHandler()(req, res);
  }
  if (path === '/userinfo') return parts.userinfo(req, res);
  if (path === '/healthz' && read) return sendHealth(res);
  if (path.startsWith('/u/') && (read || req.method === 'POST')) return routePage(service, req, res, url);
  const exchange = openExchange(service, req, res, url, undefined);
  rememberLanguage(service, exchange, null);
  if (path === PASSWORD_PATH && (read || req.method === 'POST')) return passwordPage(service, exchange);
  if (path === '/v2/logout' && read) {
    const target = await signOut(service.engine(), service.options, req, res, url.searchParams);
    return target === null ? answerTrouble(service, exchange, 'logout') : redirect(res, target);
  }
  if (path === '/' && read) return redirect(res, exchange.view.appUrl);
  if (read && sendAsset(service, res, path)) return;
  answerTrouble(service, exchange, 'notFound');
}

function fail(service: Service, req: IncomingMessage, res: ServerResponse, url: URL, error: unknown): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const exchange = openExchange(service, req, res, url, undefined);
  const known = error instanceof HttpProblem;
  if (!known) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    service.options.log.error(
      { requestId: exchange.requestId, path: url.pathname, error: message },
      'request failed',
    );
  }
  if (known && isEnginePath(url.pathname)) {
    res.statusCode = error.status;
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify({ error: 'invalid_request', error_description: error.message }));
  } else if (known) {
    res.setHeader('Connection', 'close');
    answer(service, exchange, troublePage(exchange, 'refused'), error.status);
  } else {
    answerTrouble(service, exchange, 'failed');
  }
}

/** The request handler of the whole service. It never throws and always answers. */
export function makeRouter(
  service: Service,
  parts: RouterParts,
): (req: IncomingMessage, res: ServerResponse) => void {
  const issuer = new URL(service.options.issuerUrl);
  return (req, res) => {
    const target = req.url ?? '/';
    const url =
      URL.canParse(target, issuer.origin) && target.startsWith('/') ? new URL(target, issuer) : issuer;
    const same = url.origin === issuer.origin ? url : issuer;
    pinOrigin(req, issuer);
    setCommonHeaders(res, service.secure);
    route(service, parts, req, res, same).catch((error: unknown) => {
      fail(service, req, res, same, error);
    });
  };
}
