/** Who makes a request, as far as it was proved. Rights follow from this and from nothing in the request itself. */

import type { Role } from '@kindling/contract/constants';
import type { Access } from '@kindling/contract/route';
import { AppError } from '../lib/app-error.ts';

/** A verified access token of the identity service. */
export interface Bearer {
  issuer: string;
  sub: string;
  email: string;
  emailVerified: boolean;
  /** The token as it was sent, for comparing with the one in a body. */
  token: string;
  /** When the token was issued, in whole seconds since 1970. */
  issuedAt: number;
  /** When the person last proved who they are; null where the provider does not say. */
  signedInAt: Date | null;
  /** Which of the person's sign-ins this is, as the sign-in service names it; null where it does not say. */
  sessionId: string | null;
}

/** A user record that belongs to a verified bearer. */
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
 * Finds out who calls, as far as `access` needs it.
 * @throws AppError `unauthenticated` for a missing or bad token, `forbidden` for an unknown or blocked user.
 */
export type Authenticate = (authorization: string | undefined, access: Access) => Promise<Caller>;

/** What every API handler is given beside its input. */
export interface RequestContext {
  requestId: string;
  authorization: string | undefined;
  /** Where the request comes from, as limits count it: the address, or its /64. */
  network: string;
  /** Sets a cookie on the answer; used by the start of an authorisation only. */
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
