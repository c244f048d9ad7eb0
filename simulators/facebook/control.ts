import {
  controlError,
  type JsonObject,
  objectsIn,
  requireCount,
  requireObject,
  requireString,
  stringField,
} from '../kit/json-object.ts';
import { defaultLimitPerHour, resetFacebookState } from './create-state.ts';
import { readFacebookData } from './data.ts';
import { graphTime } from './platform-reviews.ts';
import { generateRatings } from './seed.ts';
import { type FacebookState, findPage, invalidateTokens } from './state.ts';
import { readToken } from './token.ts';
import { sendSignedRequest, sendWebhook } from './webhooks.ts';

/** The control actions of the Facebook simulator; README.md describes each. */
export function facebookActions(state: FacebookState): Record<string, (input: JsonObject) => unknown> {
  return {
    seed: (input) => seed(state, input),
    deliveries: () => ({ waiting: state.outbox.waiting() }),
    webhook: (input) => sendWebhook(state, input),
    'signed-request': (input) => sendSignedRequest(state, input),
    'put-rating': (input) => putRating(state, input),
    'delete-rating': (input) => {
      if (!state.ratings.removeByStory(requireString(input, 'page'), requireString(input, 'story'))) {
        throw controlError('no such recommendation');
      }
    },
    revoke: (input) => {
      const token = stringField(input, 'token');
      const user =
        token === undefined ? userByEmail(state, requireString(input, 'email')) : userOf(state, token);
      invalidateTokens(state, user, requireCount(input, 'subcode', 460));
    },
    'expire-access-tokens': () => {
      for (const person of state.data.people) invalidateTokens(state, person.id, 463);
    },
    'remove-role': (input) => {
      const page = requireString(input, 'page');
      for (const person of state.data.people) person.pages = person.pages.filter((id) => id !== page);
    },
    ratings: (input) => {
      const withdrawn = requireString(input, 'withdrawn');
      if (withdrawn !== 'by-version' && withdrawn !== 'never' && withdrawn !== 'always') {
        throw controlError('"withdrawn" must be by-version, never or always');
      }
      state.ratingsWithdrawn = withdrawn;
    },
    'require-proof': (input) => {
      state.requireProof = input.on !== false;
    },
    usage: (input) => {
      state.usage.limitPerHour = Math.max(1, requireCount(input, 'limitPerHour', defaultLimitPerHour));
      state.usage.used.clear();
    },
  };
}

function userByEmail(state: FacebookState, email: string): string {
  const person = state.data.people.find((known) => known.email === email);
  if (!person) throw controlError('no such person');
  return person.id;
}

function userOf(state: FacebookState, token: string): string {
  return readToken(state, token).user;
}

function seed(state: FacebookState, input: JsonObject): unknown {
  if (input.data !== undefined) {
    try {
      resetFacebookState(state, readFacebookData(input.data, 'data'));
    } catch (error) {
      throw controlError(error instanceof Error ? error.message : 'data is not of the format');
    }
    return { pages: state.data.pages.length };
  }
  const page = requireString(input, 'page');
  if (!/^\d+$/.test(page)) throw controlError('"page" must be digits');
  addPage(state, page, stringField(input, 'name') ?? `Page ${page}`);
  const newest = stringField(input, 'newest') ?? '2026-11-17T09:00:00Z';
  if (Number.isNaN(Date.parse(newest))) throw controlError('"newest" must be a date and time');
  const items =
    input.ratings === undefined
      ? generateRatings({
          page,
          count: requireCount(input, 'count'),
          newest,
          variant: requireCount(input, 'mutateSeed', 0),
        })
      : objectsIn(input.ratings);
  state.ratings.replacePage(page, items);
  return { page, ratings: state.ratings.summary(page).count };
}

/** Adds the page unless it exists; only later logins can choose it. */
function addPage(state: FacebookState, id: string, name: string): void {
  if (findPage(state, id)) return;
  state.data.pages = [
    ...state.data.pages,
    {
      id,
      name,
      category: 'Local business',
      link: `https://www.facebook.com/${id}`,
      is_published: true,
      tasks: ['ANALYZE', 'MODERATE', 'MANAGE'],
    },
  ];
  for (const person of state.data.people) person.pages = [...person.pages, id];
}

/** Adds a recommendation, or changes the given members of the one with the same story; null removes a member. */
function putRating(state: FacebookState, input: JsonObject): unknown {
  const page = requireString(input, 'page');
  const given = requireObject(input, 'rating');
  const story = requireString(requireObject(given, 'open_graph_story'), 'id');
  const merged: JsonObject = {
    created_time: graphTime(state.clock.platformTime()),
    ...state.ratings.findByStory(page, story),
    ...given,
  };
  for (const [member, value] of Object.entries(given)) if (value === null) delete merged[member];
  state.ratings.put(page, merged);
  return { rating: merged };
}
