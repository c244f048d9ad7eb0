/** The authenticated caller of a request. Authorization depends on this and on nothing else in the request. */
import type { Role } from '@kindling/contract/constants';
import type { Access } from '@kindling/contract/route';
import { AppError } from '../lib/app-error.ts';

/** A verified access token of the sign-in service. */
export interface Bearer {
  issuer: string;
  sub: string;
  email: string;
  emailVerified: boolean;
  /** The token as sent, to compare it with a token in a body. */
  token: string;
  /** When the token was issued, in whole seconds since 1970. */
  issuedAt: number;
  /** When the person last signed in with their credentials; null when the provider does not say. */
  signedInAt: Date | null;
  /** Id of the session at the sign-in service; null when the provider does not say. */
  sessionId: string | null;
}

/** The user record of a verified bearer. */
export interface SignedInUser {
  accountId: string;
  userId: string;
  role: Role;
}

export type Caller =
  | { kind: 'nobody' }
  | { kind: 'bearer'; bearer: Bearer }
  | { kind: 'user'; bearer: Bearer; user: SignedInUser };

/**
 * Authenticates the caller, as far as `access` needs it.
 * @throws AppError `unauthenticated` for a missing or bad token, `forbidden` for an unknown or blocked user.
 */
export type Authenticate = (authorization: string | undefined, access: Access) => Promise<Caller>;

/** What every API handler gets in addition to its input. */
export interface RequestContext {
  requestId: string;
  authorization: string | undefined;
  /** The network that rate limits count: the IPv4 address, or the /64 of the IPv6 address. */
  network: string;
  /** Sets a cookie on the response; only the start of an authorization uses it. */
  setCookie(name: string, value: string, options: { path: string; maxAgeSeconds: number }): void;
}

export interface CallContext extends RequestContext {
  caller: Caller;
}

/** The signed-in user of a `user` or `admin` route. */
export function signedInUser(context: CallContext): SignedInUser {
  if (context.caller.kind !== 'user') throw new AppError('unauthenticated');
  return context.caller.user;
}

/** The verified bearer of a `token`, `user` or `admin` route. */
export function bearerOf(context: CallContext): Bearer {
  if (context.caller.kind === 'nobody') throw new AppError('unauthenticated');
  return context.caller.bearer;
}
