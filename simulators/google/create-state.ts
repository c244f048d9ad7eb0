import type { Clock } from '../kit/clock.ts';
import { createFaultRegistry } from '../kit/fault-registry.ts';
import type { Journal } from '../kit/journal.ts';
import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { createNotifier } from '../kit/notify-faults.ts';
import { createOutbox } from '../kit/outbox.ts';
import { createTokenIssuer } from '../kit/tokens.ts';
import type { GoogleData } from './data.ts';
import { googleReviews } from './platform-reviews.ts';
import { setReply } from './review-names.ts';
import { createReviewsStore } from './reviews-store.ts';
import type { GoogleState, Moderation } from './state.ts';

/** Requests per minute and API of a project that Google has approved. */
export const approvedQuota = 300;

/** Pub/Sub retries until a message is acknowledged, by default for seven days. */
const pubSub = { accepted: [102, 200, 201, 202, 204], giveUpAfter: 7 * 86_400_000 };
/** The ways in which a push can be forged: each breaks one thing that a receiver must check. */
const forgeries = ['signature', 'audience', 'issuer', 'email', 'expired', 'unsigned'];

/** Long enough for "pending" to be seen on a screen. */
export const defaultModeration: Moderation = { delaySeconds: 3, verdict: 'APPROVED', policyViolation: '' };

/** The state at the start, with the journal of earlier runs applied. */
export function createGoogleState(given: {
  clock: Clock;
  client: { id: string; secret: string };
  tokenKey: string;
  publicUrl: string | undefined;
  journal: Journal;
  data: GoogleData;
  quotaPerMinute: number;
}): GoogleState {
  const faults = createFaultRegistry(given.clock);
  const outbox = createOutbox(given.clock, pubSub);
  const base: Omit<GoogleState, 'platformReviews'> = {
    clock: given.clock,
    client: given.client,
    publicUrl: given.publicUrl,
    tokens: createTokenIssuer(given.tokenKey, given.clock),
    journal: given.journal,
    data: given.data,
    reviews: createReviewsStore(),
    codes: new Map(),
    revokedUntil: new Map(),
    accessExpiredUntil: 0,
    consented: new Set(),
    quota: { perMinute: given.quotaPerMinute, windowStart: 0, used: new Map() },
    serviceDisabled: false,
    moderation: defaultModeration,
    pendingReplies: new Map(),
    notificationSettings: new Map(),
    faults,
    outbox,
    notifier: createNotifier(faults, outbox, forgeries),
    scopeRemovedUntil: new Map(),
    rotated: new Set(),
    movedPlaces: new Map(),
    epoch: 0,
  };
  const state: GoogleState = Object.assign(base, { platformReviews: googleReviews(base) });
  resetGoogleState(state, given.data, given.quotaPerMinute);
  for (const entry of given.journal.read()) applyEntry(state, entry);
  return state;
}

/** Resets everything and loads `data`; issued tokens stay valid. */
export function resetGoogleState(state: GoogleState, data: GoogleData, quotaPerMinute: number): void {
  state.data = { ...data, people: [...data.people], locations: new Map(data.locations) };
  state.reviews.replaceAll(data.reviews);
  state.codes.clear();
  state.revokedUntil.clear();
  state.accessExpiredUntil = 0;
  state.consented.clear();
  state.quota = { perMinute: quotaPerMinute, windowStart: 0, used: new Map() };
  state.serviceDisabled = false;
  state.moderation = defaultModeration;
  state.pendingReplies.clear();
  state.notificationSettings.clear();
  state.outbox.clear();
  state.scopeRemovedUntil.clear();
  state.rotated.clear();
  state.movedPlaces.clear();
}

function applyEntry(state: GoogleState, entry: JsonObject): void {
  const grant = stringField(entry, 'revoked');
  if (grant && typeof entry.until === 'number') state.revokedUntil.set(grant, entry.until);
  const name = stringField(entry, 'reply');
  if (name) setReply(state, name, isJsonObject(entry.value) ? entry.value : null);
}
