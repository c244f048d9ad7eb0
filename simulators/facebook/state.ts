import type { Clock } from '../kit/clock.ts';
import type { PlatformReviews } from '../kit/content-faults.ts';
import type { FaultRegistry } from '../kit/fault-registry.ts';
import type { Journal } from '../kit/journal.ts';
import type { JsonObject } from '../kit/json-object.ts';
import type { Notifier } from '../kit/notify-faults.ts';
import type { Outbox } from '../kit/outbox.ts';
import type { TokenIssuer } from '../kit/tokens.ts';
import type { FacebookData, Person } from './data.ts';
import type { RatingsStore } from './ratings-store.ts';

/** What a code or token stands for. `expires` is in milliseconds, 0 for never. */
export type Grant = { user: string; scopes: string[]; declined: string[]; pages: string[]; expires: number };

/** The app's webhook subscription for pages. */
export type Subscription = { callbackUrl: string; fields: string[]; includeValues: boolean };

/** The state of the Facebook simulator. */
export type FacebookState = {
  clock: Clock;
  app: { id: string; secret: string };
  /** Origin of the app, allowed for redirects; undefined where the app runs on this machine. */
  publicUrl: string | undefined;
  tokens: TokenIssuer;
  journal: Journal;
  data: FacebookData;
  ratings: RatingsStore;
  codes: Map<string, Grant & { redirectUri: string; used: boolean }>;
  /** Tokens of a user issued up to `until` are invalid; `subcode` says why. */
  invalidatedTokens: Map<string, { until: number; subcode: number }>;
  /** Pages with the app installed, and the fields they send. */
  installed: Map<string, string[]>;
  requireProof: boolean;
  /** `by-version`: gone from v22.0 on; `never` and `always` ignore the version. */
  ratingsWithdrawn: 'by-version' | 'never' | 'always';
  usage: { limitPerHour: number; windowStart: number; used: Map<string, number> };
  nextComment: number;
  /** What the app is subscribed to; a page sends only what is installed there too. */
  subscription: Subscription | null;
  faults: FaultRegistry;
  platformReviews: PlatformReviews;
  outbox: Outbox;
  notifier: Notifier;
  /** Tokens of a user issued up to `until` lack these permissions. */
  scopesRemoved: Map<string, { until: number; scopes: string[] }>;
  /** Pages that were merged into another, by their old id. */
  migrated: Map<string, string>;
};

/** Ends every token of a user that exists now. */
export function invalidateTokens(state: FacebookState, user: string, subcode: number): void {
  const until = state.tokens.newest();
  state.invalidatedTokens.set(user, { until, subcode });
  state.journal.add({ dead: user, until, subcode });
}

/** The person with this id, or null. */
export function findPerson(state: FacebookState, id: string): Person | null {
  return state.data.people.find((person) => person.id === id) ?? null;
}

/** The page with this id or username, or null. */
export function findPage(state: FacebookState, id: string): JsonObject | null {
  return state.data.pages.find((page) => page.id === id || page.username === id) ?? null;
}
