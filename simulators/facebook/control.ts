import { controlFault, type Fields, listOf, needCount, needFields, needText, textOf } from '../kit/fields.ts';
import { readFacebookData } from './data.ts';
import { generateRatings } from './seed.ts';
import { type FacebookState, fillFacebookState, killTokens, pageOf, usualLimitPerHour } from './state.ts';
import { readToken } from './token.ts';
import { sendSignedRequest, sendWebhook } from './webhooks.ts';
import { graphTime } from './world.ts';

/** The control actions of the Facebook simulator; README.md describes each. */
export function facebookActions(state: FacebookState): Record<string, (input: Fields) => unknown> {
  return {
    seed: (input) => seed(state, input),
    deliveries: () => ({ waiting: state.outbox.waiting() }),
    webhook: (input) => sendWebhook(state, input),
    'signed-request': (input) => sendSignedRequest(state, input),
    'put-rating': (input) => putRating(state, input),
    'delete-rating': (input) => {
      if (!state.ratings.removeByStory(needText(input, 'page'), needText(input, 'story'))) {
        throw controlFault('no such recommendation');
      }
    },
    revoke: (input) => {
      const token = textOf(input, 'token');
      const user = token === undefined ? userByEmail(state, needText(input, 'email')) : userOf(state, token);
      killTokens(state, user, needCount(input, 'subcode', 460));
    },
    'expire-access-tokens': () => {
      for (const person of state.data.people) killTokens(state, person.id, 463);
    },
    'remove-role': (input) => {
      const page = needText(input, 'page');
      for (const person of state.data.people) person.pages = person.pages.filter((id) => id !== page);
    },
    ratings: (input) => {
      const withdrawn = needText(input, 'withdrawn');
      if (withdrawn !== 'by-version' && withdrawn !== 'never' && withdrawn !== 'always') {
        throw controlFault('"withdrawn" must be by-version, never or always');
      }
      state.ratingsWithdrawn = withdrawn;
    },
    'require-proof': (input) => {
      state.requireProof = input.on !== false;
    },
    usage: (input) => {
      state.usage.limitPerHour = Math.max(1, needCount(input, 'limitPerHour', usualLimitPerHour));
      state.usage.used.clear();
    },
  };
}

function userByEmail(state: FacebookState, email: string): string {
  const person = state.data.people.find((known) => known.email === email);
  if (!person) throw controlFault('no such person');
  return person.id;
}

function userOf(state: FacebookState, token: string): string {
  return readToken(state, token).user;
}

function seed(state: FacebookState, input: Fields): unknown {
  if (input.data !== undefined) {
    try {
      fillFacebookState(state, readFacebookData(input.data, 'data'));
    } catch (error) {
      throw controlFault(error instanceof Error ? error.message : 'data is not of the format');
    }
    return { pages: state.data.pages.length };
  }
  const page = needText(input, 'page');
  if (!/^\d+$/.test(page)) throw controlFault('"page" must be digits');
  addPage(state, page, textOf(input, 'name') ?? `Page ${page}`);
  const newest = textOf(input, 'newest') ?? '2026-11-17T09:00:00Z';
  if (Number.isNaN(Date.parse(newest))) throw controlFault('"newest" must be a date and time');
  const items =
    input.ratings === undefined
      ? generateRatings({
          page,
          count: needCount(input, 'count'),
          newest,
          variant: needCount(input, 'mutateSeed', 0),
        })
      : listOf(input.ratings);
  state.ratings.replacePage(page, items);
  return { page, ratings: state.ratings.figures(page).count };
}

/** Makes the page when it is not there yet; only logins from now on can choose it. */
function addPage(state: FacebookState, id: string, name: string): void {
  if (pageOf(state, id)) return;
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

/** Adds a recommendation, or changes the members given of the one with the same story; null removes a member. */
function putRating(state: FacebookState, input: Fields): unknown {
  const page = needText(input, 'page');
  const given = needFields(input, 'rating');
  const story = needText(needFields(given, 'open_graph_story'), 'id');
  const merged: Fields = {
    created_time: graphTime(state.clock.stamp()),
    ...state.ratings.findByStory(page, story),
    ...given,
  };
  for (const [member, value] of Object.entries(given)) if (value === null) delete merged[member];
  state.ratings.put(page, merged);
  return { rating: merged };
}
