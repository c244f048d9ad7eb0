import type { Clock } from '../kit/clock.ts';
import type { PlatformReviews } from '../kit/content-faults.ts';
import type { FaultRegistry } from '../kit/fault-registry.ts';
import type { Journal } from '../kit/journal.ts';
import type { JsonObject } from '../kit/json-object.ts';
import type { Notifier } from '../kit/notify-faults.ts';
import type { Outbox } from '../kit/outbox.ts';
import type { TokenIssuer } from '../kit/tokens.ts';
import type { GoogleData, Person } from './data.ts';
import type { ReviewsStore } from './reviews-store.ts';

/** How replies are moderated: the delay in seconds, and the verdict. */
export type Moderation = { delaySeconds: number; verdict: 'APPROVED' | 'REJECTED'; policyViolation: string };

/** The state of the Google simulator. Times are milliseconds. */
export type GoogleState = {
  clock: Clock;
  client: { id: string; secret: string };
  /** Origin of the app, allowed for redirects; undefined where the app runs on this machine. */
  publicUrl: string | undefined;
  tokens: TokenIssuer;
  journal: Journal;
  data: GoogleData;
  reviews: ReviewsStore;
  /** Unused codes. */
  codes: Map<string, CodeGrant>;
  /** Tokens of a grant (`sub|client`) issued up to this time are revoked. */
  revokedUntil: Map<string, number>;
  /** Access tokens issued up to this time count as expired. */
  accessExpiredUntil: number;
  /** Grants that have seen the consent page: a refresh token comes again only with prompt=consent. */
  consented: Set<string>;
  quota: { perMinute: number; windowStart: number; used: Map<string, number> };
  serviceDisabled: boolean;
  moderation: Moderation;
  /** Replies that wait for moderation, by review name. */
  pendingReplies: Map<string, { due: number; moderation: Moderation }>;
  notificationSettings: Map<string, JsonObject>;
  faults: FaultRegistry;
  platformReviews: PlatformReviews;
  outbox: Outbox;
  notifier: Notifier;
  /** Tokens of a grant (`sub|client`) issued up to this time lack the Business Profile scope. */
  scopeRemovedUntil: Map<string, number>;
  /** Refresh tokens that were replaced by another one. */
  rotated: Set<string>;
  /** New ids of places that moved, by the old one. */
  movedPlaces: Map<string, string>;
  /** Page tokens of another epoch are invalid. */
  epoch: number;
};

export type CodeGrant = {
  sub: string;
  clientId: string;
  redirectUri: string;
  scopes: string[];
  offline: boolean;
  freshConsent: boolean;
  nonce: string | null;
  challenge: { method: string; value: string } | null;
  expires: number;
};

/** Ends every token of a person's grant that exists now. */
export function revokeGrant(state: GoogleState, sub: string, clientId: string): void {
  const grant = `${sub}|${clientId}`;
  const until = state.tokens.newest();
  state.revokedUntil.set(grant, until);
  state.consented.delete(grant);
  state.journal.add({ revoked: grant, until });
}

/** The person with this `sub`, or null. */
export function findPerson(state: GoogleState, sub: string): Person | null {
  return state.data.people.find((person) => person.sub === sub) ?? null;
}
