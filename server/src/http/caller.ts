/** The authenticated caller of a request. Authorization depends on this and on nothing else in the request. */
import { accountHeader, actingHeader, confirmActingHeader } from '@kindling/contract/constants';
import type { AccountRole, Action } from '@kindling/contract/rights';
import type { Access } from '@kindling/contract/route';
import type { FastifyRequest } from 'fastify';
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
  /** Whether the sign-in passed a second factor; false when the provider does not say. */
  secondFactor: boolean;
}

/** A member of the account that a request concerns. */
export interface SignedInUser {
  accountId: string;
  userId: string;
  role: AccountRole;
  /** Locations that the membership is limited to; null for all of the account. */
  locationIds: readonly string[] | null;
}

/** Whether two readings of a member let them do and see the same. */
export function haveSameLimits(one: SignedInUser, other: SignedInUser): boolean {
  const limitOf = ({ accountId, role, locationIds }: SignedInUser) =>
    JSON.stringify([accountId, role, locationIds === null ? null : [...locationIds].sort()]);
  return limitOf(one) === limitOf(other);
}

/** A key of the open API. No route gives one out yet. */
export interface ApiKey {
  keyId: string;
  accountId: string;
  /** What the key may do. */
  scopes: readonly Action[];
  locationIds: readonly string[] | null;
}

export type Caller =
  | { kind: 'anonymous' }
  /** A verified token without a member: the user record may not exist yet. */
  | { kind: 'bearer'; bearer: Bearer }
  | { kind: 'person'; bearer: Bearer; user: SignedInUser }
  /** A known person on a route that concerns no account. */
  | { kind: 'self'; bearer: Bearer; userId: string }
  | { kind: 'api-key'; key: ApiKey }
  /** An administrator who acts as nobody. */
  | { kind: 'admin'; bearer: Bearer; adminId: string }
  /** An administrator who acts as the member `user`, with the administrator's own token. */
  | {
      kind: 'acting-admin';
      bearer: Bearer;
      adminId: string;
      actingId: string;
      user: SignedInUser;
      /** Whether the request confirms an act that must be confirmed. */
      confirms: boolean;
    };

/** The headers of a request that say who calls. */
export interface Credentials {
  authorization: string | undefined;
  /** Id of the account that the request concerns (`accountHeader`); undefined when the header is missing. */
  account: string | undefined;
  /** Id of the acting session of an administrator (`actingHeader`). */
  acting?: string | undefined;
  /** `yes` when an administrator confirms an act in the name of a member (`confirmActingHeader`). */
  confirmActing?: string | undefined;
}

/**
 * Authenticates the caller, as far as `access` needs it. `whileActing`: see `RouteMeta`.
 * @throws AppError `unauthenticated` for a missing or bad token, `forbidden` for an unknown or blocked user,
 *   `no-membership` for an account that the person does not belong to, `account-required` for a person of several
 *   accounts who named none, `acting` for an administrator who must end their acting session first, `acting-ended` for a
 *   call that names an acting session which is over.
 */
export type Authenticate = (
  credentials: Credentials,
  access: Access,
  options?: { whileActing?: boolean },
) => Promise<Caller>;

/** What every API handler gets in addition to its input. */
export interface RequestContext extends Credentials {
  requestId: string;
  /** The network that rate limits count: the IPv4 address, or the /64 of the IPv6 address. */
  network: string;
  /** Sets a cookie on the response; only the start of an authorization uses it. */
  setCookie(name: string, value: string, options: { path: string; maxAgeSeconds: number }): void;
  /** Says on the response when the caller may try again. */
  setRetryAfter(seconds: number): void;
}

export interface CallContext extends RequestContext {
  caller: Caller;
}

/** The member who calls a `user` route, or as whom an administrator acts. */
export function signedInUser({ caller }: Pick<CallContext, 'caller'>): SignedInUser {
  if (caller.kind !== 'person' && caller.kind !== 'acting-admin') throw new AppError('unauthenticated');
  return caller.user;
}

/** The administrator who calls an `admin` route. */
export function adminOf({ caller }: Pick<CallContext, 'caller'>): { adminId: string; bearer: Bearer } {
  if (caller.kind !== 'admin') throw new AppError('unauthenticated');
  return { adminId: caller.adminId, bearer: caller.bearer };
}

/** The person who calls a `person` route. */
export function personOf({ caller }: Pick<CallContext, 'caller'>): { userId: string; bearer: Bearer } {
  if (caller.kind !== 'self') throw new AppError('unauthenticated');
  return { userId: caller.userId, bearer: caller.bearer };
}

/** The verified bearer of any route that is not public. */
export function bearerOf({ caller }: Pick<CallContext, 'caller'>): Bearer {
  if (!('bearer' in caller)) throw new AppError('unauthenticated');
  return caller.bearer;
}

/** The headers of a request that say who calls. */
export function credentialsOf({ headers }: Pick<FastifyRequest, 'headers'>): Credentials {
  const one = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  return {
    authorization: headers.authorization,
    account: one(accountHeader),
    acting: one(actingHeader),
    confirmActing: one(confirmActingHeader),
  };
}
