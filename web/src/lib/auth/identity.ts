/** The identity library (Auth0 SPA SDK) behind the interface of the start-up. Tokens stay in memory only. */
import type { Auth0Client } from '@auth0/auth0-spa-js';
import workerUrl from '@auth0/auth0-spa-js/dist/auth0-spa-js.worker.production.js?url';
import type { AppConfig } from '@kindling/contract/app';
import { claims } from '@kindling/contract/constants';
import { pendingInvitationPath } from '../pending-invitation.ts';
import type { IdentityPort } from './start-up.ts';
import type { IdentityProfile } from './state.ts';
import { createTokenGetter } from './tokens.ts';

export interface Identity extends IdentityPort {
  /** Redirects to the sign-in form. */
  signIn(): Promise<void>;
  /** Redirects to the sign-up form. */
  signUp(): Promise<void>;
  /** Redirects to the form that sends a link for a new password. */
  resetPassword(): Promise<void>;
  /**
   * Signs in again in a popup (400 x 600), so that the page keeps what was typed. Needs a click. With `prove` the
   * form shows although the provider still knows this browser.
   */
  signInAgain(options: { prove: boolean; email: string | null }): Promise<void>;
}

function toProfile(user: Record<string, unknown> | undefined): IdentityProfile | null {
  if (user === undefined || typeof user.sub !== 'string') return null;
  const email = user.email ?? user[claims.email];
  if (typeof email !== 'string') return null;
  const text = (name: string) => (typeof user[name] === 'string' ? { [name]: user[name] } : {});
  return {
    sub: user.sub,
    email,
    ...(typeof user.email_verified === 'boolean' ? { email_verified: user.email_verified } : {}),
    ...text('name'),
    ...text('nickname'),
    ...text('picture'),
    ...text('displayName'),
    ...text('locale'),
  };
}

/** Makes the forms of the sign-in service ask for the invited address. */
const invitedParams = () => (pendingInvitationPath() === null ? {} : { 'ext-invited': 'true' });

async function openClient(auth: AppConfig['auth'], languages: string): Promise<Auth0Client> {
  const { Auth0Client } = await import('@auth0/auth0-spa-js');
  return new Auth0Client({
    domain: auth.domain,
    clientId: auth.clientId,
    useRefreshTokens: true,
    useRefreshTokensFallback: true,
    cacheLocation: 'memory',
    // The default reads local storage at once, and throws where the browser forbids it.
    anonymousSessionsCacheMode: 'memory',
    // The link in the confirmation mail opens a new tab and finishes the sign-in there.
    useCookiesForTransactions: true,
    // Served by us: the library's default is a blob, which the page's policy refuses.
    workerUrl,
    authorizationParams: {
      audience: auth.audience,
      scope: 'openid profile email offline_access',
      redirect_uri: `${location.origin}/dashboard`,
      ui_locales: languages,
    },
  });
}

/** Milliseconds for the sign-in service to answer a sign-out. */
const leaveTimeoutMs = 10_000;

/**
 * The library resolves before the browser leaves, and the browser stays where it gets no answer or is stopped.
 * @throws DOMException `TimeoutError` when the page is still there; the browser may leave it later.
 */
function untilLeft(): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DOMException('The sign-in service did not answer.', 'TimeoutError')),
      leaveTimeoutMs,
    );
    addEventListener(
      'pagehide',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

/** Creates the client for the configured provider. `languages`: preferred tags, separated by spaces. */
export async function openIdentity(auth: AppConfig['auth'], languages: string): Promise<Identity> {
  const library = await openClient(auth, languages);
  return {
    async handleCallback() {
      const { appState } = await library.handleRedirectCallback<{ registered?: boolean }>();
      return { registered: appState?.registered === true };
    },
    checkSession: () => library.checkSession(),
    isAuthenticated: () => library.isAuthenticated(),
    profile: async () => toProfile(await library.getUser()),
    claimsRegistered: async () => (await library.getIdTokenClaims())?.[claims.registered] === true,
    token: createTokenGetter(library),
    logoutLocally: () => library.logout({ openUrl: false }),
    logout: async () => {
      await library.logout({ logoutParams: { returnTo: location.origin } });
      await untilLeft();
    },
    signIn: () => library.loginWithRedirect({ authorizationParams: invitedParams() }),
    signUp: () =>
      library.loginWithRedirect({
        appState: { registered: true },
        authorizationParams: {
          ...invitedParams(),
          screen_hint: 'signup',
          redirect_uri: `${location.origin}/dashboard?registered=true`,
        },
      }),
    resetPassword: () =>
      // Without `prompt` the provider redirects a person straight back who is signed in already.
      library.loginWithRedirect({
        authorizationParams: { screen_hint: 'reset-password', prompt: 'login' },
      }),
    signInAgain: ({ prove, email }) =>
      library.loginWithPopup({
        authorizationParams: {
          redirect_uri: location.origin,
          ...(prove ? { prompt: 'login' } : {}),
          ...(email === null ? {} : { login_hint: email }),
        },
      }),
  };
}
