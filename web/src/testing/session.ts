/** For component tests only: a session of a signed-in person, without a sign-in service. */
import type { OwnMembership, User } from '@kindling/contract/users';
import type { Identity } from '../lib/auth/identity.ts';
import type { Session } from '../lib/auth/session.tsx';
import { createAuthStore, type IdentityProfile } from '../lib/auth/state.ts';

const person: IdentityProfile = { sub: 'auth0|ada', email: 'ada@example.com', name: 'Ada Berg' };
const noService = () => Promise.reject(new Error('Component tests have no identity service.'));

const identity: Identity = {
  handleCallback: noService,
  checkSession: noService,
  isAuthenticated: () => Promise.resolve(true),
  profile: () => Promise.resolve(person),
  claimsRegistered: () => Promise.resolve(false),
  token: () => Promise.resolve('token'),
  logoutLocally: noService,
  logout: noService,
  signIn: noService,
  signUp: noService,
  resetPassword: noService,
  signInAgain: noService,
};

export interface SessionOptions {
  /** The person is a Super Admin. Default: false. */
  admin?: boolean | undefined;
  /** The account's time zone. Default: UTC. */
  timeZone?: string | undefined;
  /** The platforms' modes. Default: keys of this installation. */
  platforms?: Session['config']['platforms'] | undefined;
  /** The account that the person works in; null for one who belongs to none. Default: one that they own. */
  account?: OwnMembership | null | undefined;
  /** The popup in which the person signs in again. Default: it does not open. */
  signInAgain?: Identity['signInAgain'] | undefined;
  /** Nobody is signed in. Default: false. */
  visitor?: boolean | undefined;
  /** Every account of the person. Default: `account` alone. */
  accounts?: OwnMembership[] | undefined;
  /** When the account will be deleted. Default: never. */
  deletionScheduledFor?: string | undefined;
  /** Address of the page with the second factors. Default: a hosted provider keeps them. */
  securityUrl?: string | null | undefined;
  /** Address of the page that changes the password. Default: a hosted provider keeps passwords and sessions. */
  passwordUrl?: string | null | undefined;
  /** What the plan costs. Default: the installation has no plans. */
  plans?: Session['config']['plans'] | undefined;
  /** The acting session of an administrator who acts as the person. Default: nobody does. */
  acting?: User['acting'] | undefined;
  /** State of the account's plan, and the days until it ends. Default: none. */
  planState?: User['planState'] | undefined;
  subEnds?: number | null | undefined;
  /** The person runs this installation. Default: false. */
  operator?: boolean | undefined;
}

export const ownAccount: OwnMembership = {
  id: '0199f000-0000-7000-8000-00000000000a',
  name: 'Berg',
  role: 'owner',
  locationIds: null,
};

const withKeys: Session['config']['platforms'] = [
  { platform: 'google', mode: 'live', credentials: [], apiKeyAccess: false },
  { platform: 'facebook', mode: 'live', credentials: [], apiKeyAccess: false },
];

/** The user record of the signed-in person. */
export function makeUser({
  admin = false,
  timeZone = 'UTC',
  account = ownAccount,
  accounts = account === null ? [] : [account],
  deletionScheduledFor,
  planState = null,
  subEnds = null,
  acting = null,
  operator = admin,
}: SessionOptions = {}): User {
  return {
    id: '0199f000-0000-7000-8000-000000000001',
    uid: person.sub,
    email: person.email,
    firstName: 'Ada',
    lastName: 'Berg',
    displayName: 'Ada Berg',
    picture: null,
    accountName: account?.name ?? '',
    role: admin ? 'Super Admin' : 'Regular',
    impersonated: acting !== null,
    acting,
    operator,
    secondFactorMissing: false,
    locale: 'en',
    timeZone,
    sub_ends: subEnds,
    planState,
    deletionScheduledFor: deletionScheduledFor ?? null,
    account,
    accounts,
  };
}

export function makeSession(options: SessionOptions = {}): Session {
  const {
    platforms = withKeys,
    visitor = false,
    plans = null,
    securityUrl = null,
    passwordUrl = null,
    signInAgain = noService,
  } = options;
  const store = createAuthStore();
  store.dispatch({
    type: 'INITIALIZE',
    isAuthenticated: !visitor,
    user: visitor ? null : person,
  });
  if (!visitor) store.dispatch({ type: 'SET_ADDITIONAL_USER_DETAILS', details: makeUser(options) });
  const config: Session['config'] = {
    brand: {
      name: 'Kindling',
      tagline: 'Ignite Your Business with Reviews',
      supportEmail: 'support@kindling.local',
      primaryColor: '#3B82EC',
    },
    auth: {
      domain: 'id.example',
      clientId: 'client',
      audience: 'https://api.example',
      passwordUrl,
      securityUrl,
    },
    platforms,
    mailboxUrl: null,
    plans,
    help: null,
  };
  return { store, config, identity: { ...identity, signInAgain }, warnings: [], isSigningOut: false };
}
