// Trust rule: the public address is the configured one. Host and forwarding headers are overwritten here, so that no
// request can make the engine build a link to another host.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isWriteRefusal, retryAfterOutage } from '@kindling/service/query-failure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptJsonBody } from './auth0-compatibility.ts';
import { createAuthorizeGuard } from './authorize-guard.ts';
import {
  answer,
  answerError,
  answerUpdating,
  type Exchange,
  errorPage,
  type IdentityContext,
  isReadOnly,
  openExchange,
  stepUrls,
} from './context.ts';
import { cookieNames } from './cookie-names.ts';
import {
  ADDRESS_PATH,
  AGREE_PATH,
  APP_PATH,
  PASSWORD_PATH,
  PROVE_PATH,
  SECURITY_PATH,
} from './flows/account-paths.ts';
import { addressFlow, agreeFlow } from './flows/address.ts';
import { addAppFlow } from './flows/authenticator-app.ts';
import { showConfirm, submitConfirm } from './flows/confirm.ts';
import { findInteraction, type Interaction, paramOf } from './flows/interaction.ts';
import { resendMail, showCheckMail } from './flows/mailing.ts';
import { passwordPage } from './flows/password.ts';
import { proveSignIn } from './flows/prove.ts';
import { showForgot, showReset, submitForgot, submitReset } from './flows/reset.ts';
import { showSecondFactor, submitSecondFactor } from './flows/second-factor.ts';
import { securityPageFlow } from './flows/security.ts';
import { showSignIn, submitPasskey, submitSignIn } from './flows/sign-in.ts';
import { showSignOut, submitSignOut } from './flows/sign-out.ts';
import { showSignUp, submitSignUp } from './flows/sign-up.ts';
import { addCookie, redirect, setCommonHeaders } from './http/reply.ts';
import { sentByOwnPage } from './http/request.ts';
import { asLocale } from './locale.ts';
import { initialsSvg } from './pages/picture.tsx';
import { ID_SHAPE } from './record-adapter.ts';
import { createRequestGuard } from './request-guard.ts';

const YEAR_SECONDS = 31_536_000;

/** The handlers that are not pages: the engine and /userinfo. */
export type RouterDeps = {
  engineHandler: () => (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  userinfo: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
};

type Page = {
  /** Closed while nothing may be changed, also to read, so that nobody fills in a form that is refused then. */
  changes?: true;
  /** Pages that a mail links to work without the sign-in in which they began. */
  standalone?: boolean;
  get: (service: IdentityContext, exchange: Exchange, interaction: Interaction) => Promise<void> | void;
  post: (service: IdentityContext, exchange: Exchange, interaction: Interaction) => Promise<void> | void;
};
type StandalonePage = {
  changes?: true;
  standalone: true;
  get: (
    service: IdentityContext,
    exchange: Exchange,
    interaction: Interaction | null,
  ) => Promise<void> | void;
  post: (
    service: IdentityContext,
    exchange: Exchange,
    interaction: Interaction | null,
  ) => Promise<void> | void;
};

async function orBackToSignIn(
  done: Promise<boolean> | boolean,
  exchange: Exchange,
  uid: string,
): Promise<void> {
  if (!(await done)) redirect(exchange.reply, stepUrls(uid).signIn);
}

const PAGES: Record<string, Page | StandalonePage> = {
  'sign-in': { get: showSignIn, post: submitSignIn },
  'sign-up': { changes: true, get: showSignUp, post: submitSignUp },
  forgot: { changes: true, get: showForgot, post: submitForgot },
  factor: {
    get: (service, exchange, interaction) =>
      orBackToSignIn(showSecondFactor(service, exchange, interaction), exchange, interaction.uid),
    post: (service, exchange, interaction) =>
      orBackToSignIn(submitSecondFactor(service, exchange, interaction), exchange, interaction.uid),
  },
  passkey: {
    get: (_service, exchange, interaction) => redirect(exchange.reply, stepUrls(interaction.uid).signIn),
    post: submitPasskey,
  },
  'check-mail': {
    changes: true,
    get: (service, exchange, interaction) =>
      orBackToSignIn(showCheckMail(service, exchange, interaction), exchange, interaction.uid),
    post: (service, exchange, interaction) =>
      orBackToSignIn(resendMail(service, exchange, interaction), exchange, interaction.uid),
  },
  confirm: { changes: true, standalone: true, get: showConfirm, post: submitConfirm },
  reset: { changes: true, standalone: true, get: showReset, post: submitReset },
};

/** Pages outside of a sign-in. All of them change how somebody signs in, so they are closed while nothing may be changed. */
const ACCOUNT_PAGES: [path: string, page: (service: IdentityContext, exchange: Exchange) => Promise<void>][] =
  [
    [PASSWORD_PATH, passwordPage],
    [SECURITY_PATH, securityPageFlow],
    [APP_PATH, addAppFlow],
    [PROVE_PATH, proveSignIn],
    [ADDRESS_PATH, addressFlow],
    [AGREE_PATH, agreeFlow],
  ];

/** Sets what the engine reads of a request besides its path: our own address, the client's address, and the request id. */
function overwriteForwardingHeaders(request: FastifyRequest, issuer: URL): void {
  const { headers } = request.raw;
  const { ip } = request;
  for (const name of Object.keys(headers))
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete headers[name];
  headers.host = issuer.host;
  headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  headers['x-forwarded-for'] = ip;
  headers['x-request-id'] = request.id;
}

function rememberLanguage(service: IdentityContext, exchange: Exchange, uid: string | null): void {
  const chosen = asLocale(exchange.url.searchParams.get('lng'));
  if (chosen === null) return;
  const { secure } = service;
  const names = cookieNames(secure);
  const base = { value: chosen, secure };
  addCookie(exchange.res, { ...base, name: names.language, path: '/', maxAgeSeconds: YEAR_SECONDS });
  if (uid !== null) {
    addCookie(exchange.res, { ...base, name: names.languageHere, path: `/u/${uid}`, maxAgeSeconds: 3600 });
  }
}

/** Pages of a sign-in: /u/<uid>/<page>. */
async function routePage(
  service: IdentityContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { uid = '', page: name = '' } = request.params as { uid?: string; page?: string };
  const interaction = await findInteraction(service, request.raw, reply.raw, uid);
  const exchange = openExchange(service, request, reply, interaction?.params);
  rememberLanguage(service, exchange, /^[\w-]+$/.test(uid) ? uid : null);
  if (name === '' && interaction !== null) {
    const steps = stepUrls(uid);
    redirect(reply, firstStep(steps, paramOf(interaction, 'screen_hint')));
    return;
  }
  const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (page === undefined && name !== '') return answerError(service, exchange, 'notFound');
  const post = request.method === 'POST';
  if (post && !sentByOwnPage(request, service.options.issuerUrl))
    return answerError(service, exchange, 'refused');
  if (page?.changes === true && isReadOnly(service)) return answerUpdating(service, exchange);
  if (page?.standalone === true)
    return (page as StandalonePage)[post ? 'post' : 'get'](service, exchange, interaction);
  if (page === undefined || interaction === null) return answerError(service, exchange, 'expired');
  return (page as Page)[post ? 'post' : 'get'](service, exchange, interaction);
}

/** The page that the app requested first. A hosted tenant ignores unknown hints and shows its sign-in form. */
function firstStep(steps: ReturnType<typeof stepUrls>, hint: string | undefined): string {
  if (hint === 'signup') return steps.signUp;
  return hint === 'reset-password' ? steps.forgot : steps.signIn;
}

/** The engine answers on the raw objects. It reads forms itself; JSON bodies are converted to forms. */
async function mountEngine(app: FastifyInstance, service: IdentityContext, parts: RouterDeps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _stream, done) => done(null));
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    acceptJsonBody(request.raw, String(body));
    done(null);
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) return answerFailure(service, request, reply, error);
    return reply.status(status).send({ error: 'invalid_request', error_description: error.message });
  });
  const run = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
    await parts.engineHandler()(request.raw, reply.raw);
  };
  // The engine treats `/authorize/` as `/authorize`, so only ids of the engine's own shape are passed on.
  for (const url of ['/authorize', `/authorize/:uid(^${ID_SHAPE}$)`]) {
    const refused = createAuthorizeGuard(service);
    app.get(url, async (request, reply) => {
      if (!(await refused(request, reply))) await run(request, reply);
    });
  }
  app.route({ method: ['POST', 'OPTIONS'], url: '/oauth/token', handler: run });
  app.route({ method: ['POST', 'OPTIONS'], url: '/oauth/revoke', handler: run });
  app.route({ method: ['GET', 'OPTIONS'], url: '/.well-known/jwks.json', handler: run });
  app.route({ method: ['GET', 'OPTIONS'], url: '/.well-known/openid-configuration', handler: run });
}

async function mountPages(app: FastifyInstance, service: IdentityContext): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) =>
    answerFailure(service, request, reply, error),
  );
  for (const url of ['/u/:uid', '/u/:uid/:page'])
    app.route({
      method: ['GET', 'POST'],
      url,
      handler: (request, reply) => routePage(service, request, reply),
    });
  for (const [url, page] of ACCOUNT_PAGES)
    app.route({
      method: ['GET', 'POST'],
      url,
      handler: async (request, reply) => {
        const exchange = openExchange(service, request, reply);
        rememberLanguage(service, exchange, null);
        if (isReadOnly(service)) return answerUpdating(service, exchange);
        return page(service, exchange);
      },
    });
  app.get('/v2/logout', (request, reply) => showSignOut(service, openExchange(service, request, reply)));
  app.post('/v2/logout', (request, reply) => submitSignOut(service, openExchange(service, request, reply)));
  app.get('/picture/:initials', async (request, reply) => {
    const { initials } = request.params as { initials: string };
    const svg = initialsSvg(initials, service.options.brand.primaryColor);
    if (svg === null) return reply.callNotFound();
    return reply
      .type('image/svg+xml')
      .headers({
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      })
      .header('cache-control', 'public, max-age=86400')
      .send(svg);
  });
  app.get('/', async (request, reply) => redirect(reply, openExchange(service, request, reply).view.appUrl));
  for (const [path, { type, body }] of service.assets.byPath)
    app.get(path, async (_request, reply) => {
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable');
      return reply.send(body);
    });
}

/** Errors with a status below 500 are answered with that status; all others are logged and answered with 500. */
function answerFailure(
  service: IdentityContext,
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error & { statusCode?: number },
): void {
  if (reply.raw.headersSent || reply.raw.destroyed) {
    reply.raw.destroy();
    return;
  }
  const exchange = openExchange(service, request, reply);
  const status = error.statusCode ?? 500;
  if (status < 500) {
    reply.header('connection', 'close');
    answer(service, exchange, errorPage(exchange, 'refused'), status);
    return;
  }
  // A change that began before the mode did, or a standby that has taken over.
  if (isWriteRefusal(error)) {
    answerUpdating(service, exchange);
    return;
  }
  const retryAfter = retryAfterOutage(error);
  if (retryAfter !== null) {
    reply.header('retry-after', String(retryAfter));
    answer(service, exchange, errorPage(exchange, 'failed'), 503);
    return;
  }
  service.options.log.error(
    { requestId: request.id, path: exchange.url.pathname, error: error.stack ?? error.message },
    'request failed',
  );
  service.options.onFailure?.({ error, route: exchange.url.pathname, requestId: request.id });
  answerError(service, exchange, 'failed');
}

/** Adds everything that the service answers to `app`. */
export async function mountRoutes(
  app: FastifyInstance,
  service: IdentityContext,
  parts: RouterDeps,
): Promise<void> {
  const issuer = new URL(service.options.issuerUrl);
  const refused = createRequestGuard(service);
  // On the raw response, because the engine's responses need these headers too.
  app.addHook('onRequest', async (request, reply) => {
    overwriteForwardingHeaders(request, issuer);
    setCommonHeaders(reply.raw, service.secure);
    if (await refused(request, reply)) return reply;
    // Router and engine would read `http://any.host/authorize` as a path of ours. Only a proxy receives such requests.
    if (request.url.startsWith('/')) return;
    answerError(service, openExchange(service, request, reply), 'request');
    return reply;
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) =>
    answerFailure(service, request, reply, error),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const exchange = openExchange(service, request, reply);
    rememberLanguage(service, exchange, null);
    answerError(service, exchange, 'notFound');
  });
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', async (_request, reply) => {
    const { pool, draining } = service.options;
    const isReady = await pool.query('select 1').then(
      () => draining?.isOn() !== true,
      () => false,
    );
    return reply
      .header('cache-control', 'no-store')
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'not ready' });
  });
  app.route({ method: ['GET', 'POST', 'OPTIONS'], url: '/userinfo', handler: parts.userinfo });
  await app.register((scope) => mountEngine(scope, service, parts));
  await app.register((scope) => mountPages(scope, service));
}
