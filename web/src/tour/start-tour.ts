/** Starts the app on recorded answers: no sign-in, no request to the API, nothing stored. */
import { routes } from 'virtual:kindling-build';
import { pathOf } from '@kindling/contract/screens';
import { siteAddress, tourPath } from '@kindling/contract/site-address';
import { getContractRouter, isContractProcedure } from '@orpc/contract';
import type { i18n } from 'i18next';
import { setLink } from '../lib/api/client.ts';
import { ApiError } from '../lib/api/problem.ts';
import type { Identity } from '../lib/auth/identity.ts';
import type { Session } from '../lib/auth/session.tsx';
import { createAuthStore, type IdentityProfile } from '../lib/auth/state.ts';
import { loadArea } from '../lib/i18n/load-area.ts';
import { currentLanguage } from '../lib/i18n/text.ts';
import { turnStorageOff } from '../lib/storage.ts';
import recordingAddress from './recording.json?url';
import type { Recording } from './recording.ts';
import { SampleAccount } from './sample-account.ts';
import { createTourLink } from './tour-link.ts';

/** Files of the build, and the texts. */
const readable = /^\/(assets|locales)\//;

/** Whichever code asks, nothing but these files is requested from the server. */
function keepRequestsInside(): void {
  const load = window.fetch.bind(window);
  window.fetch = (request, init) => {
    const { origin, pathname } = new URL(request instanceof Request ? request.url : request, location.href);
    if (origin === location.origin && readable.test(pathname)) return load(request, init);
    return Promise.reject(new ApiError({ code: 'tour' }));
  };
}

function isRead(path: readonly string[]): boolean {
  const found = getContractRouter(routes, path);
  return isContractProcedure(found) && found['~orpc'].route.method === 'GET';
}

/** @throws ApiError when the recording does not load */
async function loadRecording(): Promise<Recording> {
  const answer = await fetch(recordingAddress).catch((cause: unknown) => {
    throw new ApiError({ code: 'network', cause });
  });
  if (!answer.ok) throw new ApiError({ code: 'unavailable', status: answer.status });
  // A file of this build, which a test has compared with the contract.
  return (await answer.json()) as Recording;
}

/** Stands in for the sign-in service; each way to a session leads out of the tour. */
function tourIdentity(person: IdentityProfile): Identity {
  const leaveFor = (path: string) => () => {
    location.assign(path);
    return Promise.resolve();
  };
  const nothing = () => Promise.resolve();
  return {
    handleCallback: () => Promise.resolve({ registered: false }),
    checkSession: nothing,
    isAuthenticated: () => Promise.resolve(true),
    profile: () => Promise.resolve(person),
    claimsRegistered: () => Promise.resolve(false),
    token: () => Promise.resolve(''),
    logoutLocally: nothing,
    logout: leaveFor('/'),
    signIn: leaveFor(pathOf('signIn')),
    signUp: leaveFor(pathOf('signUp')),
    resetPassword: leaveFor(pathOf('resetPassword')),
    signInAgain: () => Promise.reject(new ApiError({ code: 'tour' })),
  };
}

export async function startTour(texts: i18n): Promise<Session> {
  keepRequestsInside();
  turnStorageOff();
  const [recording] = await Promise.all([loadRecording(), loadArea(texts, 'tour')]);
  const account = new SampleAccount(recording, Date.now());
  setLink(createTourLink(account, isRead));
  const { user } = account.recorded('users', 'getByEmail', {});
  const person = { sub: user.uid, email: user.email, name: user.displayName };
  const store = createAuthStore();
  store.dispatch({ type: 'INITIALIZE', isAuthenticated: true, user: person });
  store.dispatch({ type: 'SET_ADDITIONAL_USER_DETAILS', details: user });
  const config = account.recorded('app', 'config', {});
  const address = siteAddress(tourPath, currentLanguage(texts));
  return {
    store,
    config: { ...config, brand: { ...config.brand, ...brandOfPage() } },
    identity: tourIdentity(person),
    warnings: [],
    isSigningOut: false,
    tour: {
      address,
      addressIn: (language) => {
        const path = siteAddress(tourPath + location.pathname.slice(address.length), language);
        // The plain English address negotiates the language again.
        return language === 'en' ? `${path}?lng=en` : path;
      },
    },
  };
}

/** The brand of the installation, which the server has filled in. */
function brandOfPage(): Partial<Session['config']['brand']> {
  const { name, tagline, supportEmail, primaryColor } = document.getElementById('root')?.dataset ?? {};
  return {
    ...(name === undefined ? {} : { name }),
    ...(tagline === undefined ? {} : { tagline }),
    ...(supportEmail === undefined ? {} : { supportEmail }),
    ...(primaryColor === undefined ? {} : { primaryColor }),
  };
}
