// What `npm run bench -- reviews` asks for. Another part of the product adds its own rows to `requestsOf`.
import { dashboardRequestsOf } from './dashboard-requests.mjs';
import { words } from './review-fill.mjs';

const DAY = 86_400_000;
const day = (daysAgo) => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10);
const list = (filter) => `/reviews?${new URLSearchParams(filter)}`;

/**
 * Name, path and goal of each request. `deep`: the page at nine tenths of the list is asked for as well.
 * @param own the account of `fillReviews`
 */
export function requestsOf(own) {
  const [common, rareTag] = [own.tags[0], own.tags.at(-1)];
  const [busy, quiet, former] = [own.locations[0], own.locations.at(-3), own.locations.at(-1)];
  const page = (name, filter, deep = false) => ({ name, path: list(filter), goal: 50, deep });
  const search = (name, text, filter = {}) => ({
    name: `search, ${name}`,
    path: list({ search: text, sort: 'relevance', ...filter }),
    goal: 100,
  });
  return [
    page('no filter', {}, true),
    page('4 stars and up', { rating: 4 }, true),
    page('2 stars only', { rating: 2, ratingMode: 'only' }, true),
    page('3 stars or fewer', { rating: 3, ratingMode: 'down' }, true),
    page('unanswered', { answered: false }, true),
    page('a busy location', { locationId: busy }, true),
    page('a quiet location', { locationId: quiet }),
    page('a closed location', { locationId: former }, true),
    page('a closed location, 1 star', { locationId: former, rating: 1, ratingMode: 'only' }),
    page('a common tag', { tagId: common }, true),
    page('a rare tag', { tagId: rareTag }),
    page('German', { language: 'de' }, true),
    page('Japanese, 1 in 1,000', { language: 'ja' }, true),
    page('pinned', { pinned: true }),
    page('hidden', { hidden: true }),
    page('removed', { removed: true }, true),
    page('of one assignee', { assigneeId: own.userId }),
    page('without text and 3 stars', { withText: false, rating: 3, ratingMode: 'only' }),
    page('Japanese, unanswered, 5 stars', { language: 'ja', answered: false, rating: 5 }),
    page('rare tag, quiet location', { tagId: rareTag, locationId: quiet }),
    page('nothing: Japanese, removed, pinned', { language: 'ja', removed: true, pinned: true }),
    page('another source', { source: 'facebook' }),
    page('failed replies', { replyFailed: true }),
    page('one month, five years ago', { from: day(5 * 365), to: day(5 * 365 - 30) }),
    page('one year, German, 1 star', {
      from: day(5 * 365),
      to: day(4 * 365),
      language: 'de',
      rating: 1,
      ratingMode: 'only',
    }),
    page('oldest', { sort: 'oldest' }, true),
    page('lowest', { sort: 'lowest' }, true),
    page('highest', { sort: 'highest' }, true),
    page('longest waiting', { sort: 'waiting' }, true),
    page('lowest, Japanese', { sort: 'lowest', language: 'ja' }),
    page('highest, closed location', { sort: 'highest', locationId: former }),
    page('longest waiting, rare tag', { sort: 'waiting', tagId: rareTag }),
    search('common word', words.common),
    search('rare word', words.rare),
    search('beginning of a word', words.prefix),
    search('one letter', 'a'),
    search('two words', `${words.common} ${words.rare}`),
    search('phrase', `"${words.common} ${words.common}"`),
    search('no review', words.absent),
    search('author', 'ana 123'),
    search('rare word, 2 stars', words.rare, { rating: 2, ratingMode: 'only' }),
    search('common word, closed location', words.common, { locationId: former }),
    search('rare word by time', words.rare, { sort: 'newest' }),
    ...dashboardRequestsOf(own),
  ];
}

/** Numbers of results, which are requests of their own and do not hold up the list. */
export function countsOf(own) {
  const count = (name, filter) => ({
    name: `count, ${name}`,
    path: `/reviews/count?${new URLSearchParams(filter)}`,
    goal: null,
  });
  return [
    count('no filter', {}),
    count('4 stars and up', { rating: 4 }),
    count('Japanese', { language: 'ja' }),
    count('rare word', { search: words.rare }),
    count('common word', { search: words.common }),
    { name: 'languages', path: '/reviews/languages', goal: null },
    ...[own.locations[0]].map((locationId) => count('a busy location', { locationId })),
  ];
}
