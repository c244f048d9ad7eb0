import { controlFault, type Fields, listOf, needCount, needFields, needText, textOf } from '../kit/fields.ts';
import { readGoogleData } from './data.ts';
import { pushReview } from './notifications.ts';
import { setReply, splitReviewName } from './review-names.ts';
import { type Crop, generateReviews } from './seed.ts';
import type { Signer } from './signing.ts';
import { approvedQuota, fillGoogleState, type GoogleState, revokeGrant } from './state.ts';

/** The control actions of the Google simulator; README.md describes each. */
export function googleActions(
  state: GoogleState,
  signer: Signer,
  revokeByToken: (token: string) => boolean,
): Record<string, (input: Fields) => unknown> {
  return {
    seed: (input) => seed(state, input),
    push: (input) => pushReview(state, signer, input),
    deliveries: () => ({ waiting: state.outbox.waiting() }),
    'put-review': (input) => putReview(state, input),
    'delete-review': (input) => {
      const { location, reviewId } = splitReviewName(needText(input, 'name'));
      if (!state.reviews.remove(location, reviewId)) throw controlFault('no such review');
    },
    'set-reply': (input) => {
      const value = input.reply === null ? null : needFields(input, 'reply');
      const name = needText(input, 'name');
      if (!setReply(state, name, value)) throw controlFault('no such review');
      state.pendingReplies.delete(name);
    },
    moderation: (input) => {
      const verdict = textOf(input, 'verdict') ?? 'APPROVED';
      if (verdict !== 'APPROVED' && verdict !== 'REJECTED')
        throw controlFault('"verdict" must be APPROVED or REJECTED');
      const delaySeconds = needCount(input, 'delaySeconds', state.moderation.delaySeconds);
      state.moderation = {
        delaySeconds,
        verdict,
        policyViolation: textOf(input, 'policyViolation') ?? 'OFF_TOPIC',
      };
    },
    revoke: (input) => revoke(state, input, revokeByToken),
    'expire-access-tokens': () => {
      state.accessExpiredUntil = state.mint.newest();
    },
    quota: (input) => {
      state.quota.perMinute = needCount(input, 'perMinute', approvedQuota);
      state.quota.used.clear();
    },
    'service-disabled': (input) => {
      state.serviceDisabled = input.on !== false;
    },
    'remove-access': (input) => {
      const account = needText(input, 'account');
      for (const person of state.data.people) {
        person.accounts = person.accounts.filter((name) => name !== account);
      }
    },
  };
}

function seed(state: GoogleState, input: Fields): unknown {
  if (input.data !== undefined) {
    try {
      fillGoogleState(state, readGoogleData(input.data, 'data'), state.quota.perMinute);
    } catch (error) {
      throw controlFault(error instanceof Error ? error.message : 'data is not of the format');
    }
    return { locations: [...state.data.locations.values()].flat().length };
  }
  const location = needText(input, 'location');
  addLocation(state, location, textOf(input, 'title'));
  const reviews = input.reviews === undefined ? generateReviews(cropIn(input)) : listOf(input.reviews);
  state.reviews.replaceLocation(location, reviews);
  return { location, reviews: state.reviews.figures(location).count };
}

function cropIn(input: Fields): Crop {
  const newest = textOf(input, 'newest') ?? '2026-11-17T09:00:00Z';
  if (Number.isNaN(Date.parse(newest))) throw controlFault('"newest" must be a date and time');
  return {
    label: textOf(input, 'label') ?? 'seed',
    count: needCount(input, 'count'),
    newest,
    variant: needCount(input, 'mutateSeed', 0),
  };
}

/** Makes account and location when they are not there yet, so that a test can seed a place of its own. */
function addLocation(state: GoogleState, name: string, title: string | undefined): void {
  const match = /^(accounts\/[\w-]+)\/(locations\/[\w-]+)$/.exec(name);
  if (!match?.[1] || !match[2]) throw controlFault('"location" must be like accounts/1/locations/2');
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

/** Adds a review, or changes the members given of one that is there; null removes a member. */
function putReview(state: GoogleState, input: Fields): unknown {
  const location = needText(input, 'location');
  const given = needFields(input, 'review');
  const id = needText(given, 'reviewId');
  const now = new Date(state.clock.stamp()).toISOString();
  const old = state.reviews.find(location, id);
  const merged: Fields = { createTime: now, ...old, updateTime: now, ...given };
  for (const [member, value] of Object.entries(given)) if (value === null) delete merged[member];
  return { review: state.reviews.put(location, merged) };
}

function revoke(state: GoogleState, input: Fields, revokeByToken: (token: string) => boolean): void {
  const token = textOf(input, 'token');
  if (token !== undefined) {
    if (!revokeByToken(token)) throw controlFault('no such token');
    return;
  }
  const email = needText(input, 'email');
  const person = state.data.people.find((known) => known.email === email);
  if (!person) throw controlFault('no such person');
  revokeGrant(state, person.sub, state.client.id);
}
