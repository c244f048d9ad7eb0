import {
  controlError,
  type JsonObject,
  objectsIn,
  requireCount,
  requireObject,
  requireString,
  stringField,
} from '../kit/json-object.ts';
import { approvedQuota, resetGoogleState } from './create-state.ts';
import { readGoogleData } from './data.ts';
import { pushReview } from './notifications.ts';
import { setReply, splitReviewName } from './review-names.ts';
import { generateReviews, type SeedOptions } from './seed.ts';
import type { Signer } from './signing.ts';
import { type GoogleState, revokeGrant } from './state.ts';

/** The control actions of the Google simulator; README.md describes each. */
export function googleActions(
  state: GoogleState,
  signer: Signer,
  revokeByToken: (token: string) => boolean,
): Record<string, (input: JsonObject) => unknown> {
  return {
    seed: (input) => seed(state, input),
    push: (input) => pushReview(state, signer, input),
    deliveries: () => ({ waiting: state.outbox.waiting() }),
    'put-review': (input) => putReview(state, input),
    'delete-review': (input) => {
      const { location, reviewId } = splitReviewName(requireString(input, 'name'));
      if (!state.reviews.remove(location, reviewId)) throw controlError('no such review');
    },
    'set-reply': (input) => {
      const value = input.reply === null ? null : requireObject(input, 'reply');
      const name = requireString(input, 'name');
      if (!setReply(state, name, value)) throw controlError('no such review');
      state.pendingReplies.delete(name);
    },
    moderation: (input) => {
      const verdict = stringField(input, 'verdict') ?? 'APPROVED';
      if (verdict !== 'APPROVED' && verdict !== 'REJECTED')
        throw controlError('"verdict" must be APPROVED or REJECTED');
      const delaySeconds = requireCount(input, 'delaySeconds', state.moderation.delaySeconds);
      state.moderation = {
        delaySeconds,
        verdict,
        policyViolation: stringField(input, 'policyViolation') ?? 'OFF_TOPIC',
      };
    },
    revoke: (input) => revoke(state, input, revokeByToken),
    'expire-access-tokens': () => {
      state.accessExpiredUntil = state.tokens.newest();
    },
    quota: (input) => {
      state.quota.perMinute = requireCount(input, 'perMinute', approvedQuota);
      state.quota.used.clear();
    },
    'service-disabled': (input) => {
      state.serviceDisabled = input.on !== false;
    },
    'remove-access': (input) => {
      const account = requireString(input, 'account');
      for (const person of state.data.people) {
        person.accounts = person.accounts.filter((name) => name !== account);
      }
    },
  };
}

function seed(state: GoogleState, input: JsonObject): unknown {
  if (input.data !== undefined) {
    try {
      resetGoogleState(state, readGoogleData(input.data, 'data'), state.quota.perMinute);
    } catch (error) {
      throw controlError(error instanceof Error ? error.message : 'data is not of the format');
    }
    return { locations: [...state.data.locations.values()].flat().length };
  }
  const location = requireString(input, 'location');
  addLocation(state, location, stringField(input, 'title'));
  const reviews =
    input.reviews === undefined ? generateReviews(seedOptionsIn(input)) : objectsIn(input.reviews);
  state.reviews.replaceLocation(location, reviews);
  return { location, reviews: state.reviews.summary(location).count };
}

function seedOptionsIn(input: JsonObject): SeedOptions {
  const newest = stringField(input, 'newest') ?? '2026-11-17T09:00:00Z';
  if (Number.isNaN(Date.parse(newest))) throw controlError('"newest" must be a date and time');
  return {
    label: stringField(input, 'label') ?? 'seed',
    count: requireCount(input, 'count'),
    newest,
    variant: requireCount(input, 'mutateSeed', 0),
  };
}

/** Adds account and location unless they exist, so that a test can seed its own place. */
function addLocation(state: GoogleState, name: string, title: string | undefined): void {
  const match = /^(accounts\/[\w-]+)\/(locations\/[\w-]+)$/.exec(name);
  if (!match?.[1] || !match[2]) throw controlError('"location" must be like accounts/1/locations/2');
  const [, account, location] = match;
  if (!state.data.accounts.some((known) => known.name === account)) {
    state.data.accounts = [
      ...state.data.accounts,
      {
        name: account,
        accountName: title ?? account,
        type: 'LOCATION_GROUP',
        role: 'PRIMARY_OWNER',
        verificationState: 'VERIFIED',
      },
    ];
    for (const person of state.data.people) person.accounts = [...person.accounts, account];
  }
  const locations = state.data.locations.get(account) ?? [];
  if (locations.some((known) => known.name === location)) return;
  const metadata = { hasVoiceOfMerchant: true, placeId: `ChIJ-${location.split('/')[1]}` };
  const fresh = { name: location, title: title ?? location, languageCode: 'en', metadata };
  state.data.locations.set(account, [...locations, fresh]);
}

/** Adds a review, or changes the given members of an existing one; null removes a member. */
function putReview(state: GoogleState, input: JsonObject): unknown {
  const location = requireString(input, 'location');
  const given = requireObject(input, 'review');
  const id = requireString(given, 'reviewId');
  const now = new Date(state.clock.platformTime()).toISOString();
  const old = state.reviews.find(location, id);
  const merged: JsonObject = { createTime: now, ...old, updateTime: now, ...given };
  for (const [member, value] of Object.entries(given)) if (value === null) delete merged[member];
  return { review: state.reviews.put(location, merged) };
}

function revoke(state: GoogleState, input: JsonObject, revokeByToken: (token: string) => boolean): void {
  const token = stringField(input, 'token');
  if (token !== undefined) {
    if (!revokeByToken(token)) throw controlError('no such token');
    return;
  }
  const email = requireString(input, 'email');
  const person = state.data.people.find((known) => known.email === email);
  if (!person) throw controlError('no such person');
  revokeGrant(state, person.sub, state.client.id);
}
