import type { Clock } from '../kit/clock.ts';
import { createFaultRegistry } from '../kit/fault-registry.ts';
import type { Journal } from '../kit/journal.ts';
import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { createNotifier } from '../kit/notify-faults.ts';
import { createOutbox } from '../kit/outbox.ts';
import { createTokenIssuer } from '../kit/tokens.ts';
import type { FacebookData } from './data.ts';
import { facebookReviews } from './platform-reviews.ts';
import { createRatingsStore } from './ratings-store.ts';
import type { FacebookState } from './state.ts';

/** Facebook retries a webhook until it is answered with 200, for 36 hours. */
const webhooks = { accepted: [200], giveUpAfter: 36 * 3_600_000 };
/** The ways in which a webhook can be forged. */
const forgeries = ['signature', 'unsigned', 'body'];

/** Far more than one shop needs, so that only a test that lowers it reaches the limit. */
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
  const faults = createFaultRegistry(given.clock);
  const outbox = createOutbox(given.clock, webhooks);
  const base: Omit<FacebookState, 'platformReviews'> = {
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
    faults,
    outbox,
    notifier: createNotifier(faults, outbox, forgeries),
    scopesRemoved: new Map(),
    migrated: new Map(),
  };
  const state: FacebookState = Object.assign(base, { platformReviews: facebookReviews(base) });
  resetFacebookState(state, given.data);
  for (const entry of given.journal.read()) applyEntry(state, entry);
  return state;
}

/** Resets everything and loads `data`; issued tokens stay valid. */
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
