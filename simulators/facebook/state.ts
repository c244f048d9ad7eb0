import type { Clock } from '../kit/clock.ts';
import type { PlatformReviews } from '../kit/content-faults.ts';
import { createFaultRegistry, type FaultRegistry } from '../kit/fault-registry.ts';
import type { Journal } from '../kit/journal.ts';
import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { createNotifier, type Notifier } from '../kit/notify-faults.ts';
import { createOutbox, type Outbox } from '../kit/outbox.ts';
import { createTokenIssuer, type TokenIssuer } from '../kit/tokens.ts';
import type { FacebookData, Person } from './data.ts';
import { facebookReviews } from './platform-reviews.ts';
import { createRatingsStore, type RatingsStore } from './ratings-store.ts';
import type { Subscription } from './subscriptions.ts';

/** What a code or token stands for. `expires` is in milliseconds, 0 for never. */
export type Grant = { user: string; scopes: string[]; declined: string[]; pages: string[]; expires: number };

/** Everything the Facebook simulator knows. */
export type FacebookState = {
  clock: Clock;
  app: { id: string; secret: string };
  /** The app's own address, where it may be returned to; missing where that is this machine. */
  publicUrl: string | undefined;
  tokens: TokenIssuer;
  journal: Journal;
  data: FacebookData;
  ratings: RatingsStore;
  codes: Map<string, Grant & { redirectUri: string; used: boolean }>;
  /** Tokens of a user issued up to `until` are dead for the reason of `subcode`. */
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
  world: PlatformReviews;
  outbox: Outbox;
  notifier: Notifier;
  /** Tokens of a user issued up to `until` lack these permissions. */
  scopesRemoved: Map<string, { until: number; scopes: string[] }>;
  /** Pages that were merged into another, by their old id. */
  migrated: Map<string, string>;
};

/** Webhooks are sent again until they are answered with 200, for 36 hours. */
const webhooks = { accepted: [200], giveUpAfter: 36 * 3_600_000 };
/** Ways in which a webhook can be false. */
const forgeries = ['signature', 'unsigned', 'body'];

/** Far above what one shop needs, so that only a test that lowers it meets the limit. */
export const defaultLimitPerHour = 20_000;

/** The state at the start, with the journal of earlier runs applied. */
export function createFacebookState(given: {
  clock: Clock;
  app: { id: string; secret: string };
  tokenKey: string;
  publicUrl?: string | undefined;
  journal: Journal;
  data: FacebookData;
}): FacebookState {
  const board = createFaultRegistry(given.clock);
  const outbox = createOutbox(given.clock, webhooks);
  const base: Omit<FacebookState, 'world'> = {
    clock: given.clock,
    app: given.app,
    publicUrl: given.publicUrl,
    journal: given.journal,
    data: given.data,
    tokens: createTokenIssuer(given.tokenKey, given.clock),
    ratings: createRatingsStore(),
    codes: new Map(),
    invalidatedTokens: new Map(),
    installed: new Map(),
    requireProof: false,
    ratingsWithdrawn: 'by-version',
    usage: { limitPerHour: defaultLimitPerHour, windowStart: 0, used: new Map() },
    nextComment: 1,
    subscription: null,
    faults: board,
    outbox,
    notifier: createNotifier(board, outbox, forgeries),
    scopesRemoved: new Map(),
    migrated: new Map(),
  };
  const state: FacebookState = Object.assign(base, { world: facebookReviews(base) });
  resetFacebookState(state, given.data);
  for (const entry of given.journal.read()) applyEntry(state, entry);
  return state;
}

/** Puts everything back to the start with `data`; tokens already given stay valid. */
export function resetFacebookState(state: FacebookState, data: FacebookData): void {
  state.data = { ...data, pages: [...data.pages], people: [...data.people] };
  state.ratings.replaceAll(data.ratings);
  state.codes.clear();
  state.invalidatedTokens.clear();
  state.installed.clear();
  state.requireProof = false;
  state.ratingsWithdrawn = 'by-version';
  state.usage = { limitPerHour: defaultLimitPerHour, windowStart: 0, used: new Map() };
  state.nextComment = 1;
  state.subscription = null;
  state.outbox.clear();
  state.scopesRemoved.clear();
  state.migrated.clear();
}

function applyEntry(state: FacebookState, entry: JsonObject): void {
  const user = stringField(entry, 'dead');
  if (user && typeof entry.until === 'number' && typeof entry.subcode === 'number') {
    state.invalidatedTokens.set(user, { until: entry.until, subcode: entry.subcode });
  }
  const story = stringField(entry, 'story');
  if (story && Array.isArray(entry.comments)) {
    const comments = state.ratings.comments(story);
    comments?.splice(0, comments.length, ...entry.comments.filter(isJsonObject));
    state.nextComment += 1;
  }
}

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
