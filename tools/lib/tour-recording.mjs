// What the recording of the tour keeps of the demo's answers: nothing of this machine, and every time before the recorded day.

const dayMs = 86_400_000;
const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[1-9a-f][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const host = 'https://linden-fjord.example';

/** Moves every time, and no day, by whole days. */
function moveTimes(value, days) {
  if (typeof value === 'string')
    return time.test(value) ? new Date(Date.parse(value) + days * dayMs).toISOString() : value;
  if (Array.isArray(value)) return value.map((item) => moveTimes(item, days));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, moveTimes(inner, days)]));
}

/** Long letters name people and tell whole stories, so these reviews keep their stars only: the page is public. */
const longest = 500;
const isFit = ({ text }) => (text ?? '').length <= longest && !/@|\d{6}|www\./.test(text ?? '');

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The most frequent value of each field. */
function commonOf(reviews) {
  const fields = Object.keys(reviews[0]);
  return Object.fromEntries(
    fields.map((field) => {
      const counts = new Map();
      for (const review of reviews) {
        const key = JSON.stringify(review[field]);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      const [[most]] = [...counts].sort(([, one], [, other]) => other - one);
      return [field, JSON.parse(most)];
    }),
  );
}

/**
 * The reviews by listing, as web/src/tour/recording.ts reads them. They are moved so that the newest one is from the day before
 * the recorded one, because the dates of the demo stay while the recording gets older.
 */
export function packReviews(reviews, day) {
  const newest = Math.max(...reviews.map(({ writtenAt }) => Date.parse(writtenAt)));
  const days = Math.floor((Date.parse(day) - 1 - newest) / dayMs);
  const tidy = reviews.map((review) => ({
    ...moveTimes(review, days),
    ...(isFit(review) ? {} : { text: null, translation: null, language: null }),
    id: '00000000-0000-7000-8000-000000000000',
    // The links lead to the simulators.
    permalink: null,
    platformUrl: null,
    contentVersion: 'recorded',
  }));
  return [...Map.groupBy(tidy, ({ listingId }) => listingId).values()].map((its) => {
    const common = commonOf(its);
    return {
      common,
      items: its.map((review) =>
        Object.fromEntries(Object.entries(review).filter(([field, value]) => !same(value, common[field]))),
      ),
    };
  });
}

/** Visits and what followed, invented: nobody has scanned the codes of a demo. */
const figuresByPeriod = { 7: 1, 30: 4, 90: 11, 365: 14 };
const sampleFigures = (place, days) => {
  const visits = (23 - 4 * place) * figuresByPeriod[days];
  const ratings = Math.round(visits * 0.6);
  return {
    visits,
    ratings,
    clicks: Math.round(visits * 0.4),
    reviews: Math.round(visits * 0.1),
    messages: 0,
  };
};

const tidyOutputs = {
  'app.config': (config) => ({
    ...config,
    brand: { ...config.brand, supportEmail: 'support@example.com' },
    auth: { domain: '', clientId: '', audience: '', passwordUrl: null, securityUrl: null },
    platforms: config.platforms.map((one) => ({ ...one, mode: 'live', credentials: [] })),
    mailboxUrl: null,
    plans: null,
    help: null,
  }),
  'users.getByEmail': ({ user }) => ({
    user: {
      ...user,
      uid: 'tour',
      email: 'mara.lindqvist@example.com',
      picture: null,
      operator: false,
      locale: 'en',
      sub_ends: null,
      planState: null,
    },
  }),
  // Nothing drafts replies without a server.
  'assistant.get': ({ assistant }) => ({ assistant: { ...assistant, host: null, simulated: false } }),
  'analytics.dashboard': (dashboard) => ({ ...dashboard, newest: [] }),
  'analytics.words': ({ languages, ...rest }) => ({
    ...rest,
    languages: languages.map(({ words, ...language }) => ({
      ...language,
      words: words.map((word) => ({ ...word, example: { before: '', word: word.word, after: '' } })),
    })),
  }),
  'reviewMarks.assignees': ({ assignees }) => ({
    assignees: assignees.map((one) => ({ ...one, picture: null })),
  }),
  'connections.list': ({ connections }) => ({
    connections: connections.map(({ listings, ...connection }) => ({
      ...connection,
      listings: listings.map((listing) => ({ ...listing, mapsUrl: null, writeReviewUrl: null })),
    })),
  }),
};

function tidyOutput({ call, input, output }) {
  if (call === 'codes.list')
    return {
      ...output,
      codes: output.codes.map((code, place) => ({ ...code, figures: sampleFigures(place, input.days) })),
    };
  return tidyOutputs[call]?.(output) ?? output;
}

/** The file: ids by their order, addresses of an invented host, and a line for each answer and review. */
export function tidyAnswers({ day, answers, reviews }, url) {
  const tidy = answers.map((answer) => ({
    ...answer,
    output: moveTimes(tidyOutput(answer), -1),
  }));
  const ids = new Map();
  const idOf = (id) => {
    if (!ids.has(id)) ids.set(id, `0b000000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`);
    return ids.get(id);
  };
  const clean = (value) =>
    JSON.stringify(value)
      .replaceAll(url, host)
      .replace(/https?:\/\/(?!linden-fjord\.example)[^"\\/]+/g, host)
      .replace(uuid, (id) => idOf(id));
  const lines = (values) => values.map(clean).join(',\n');
  const groups = reviews.map(
    ({ common, items }) => `{"common":${clean(common)},"items":[\n${lines(items)}\n]}`,
  );
  return `{"day":"${day}",\n"answers":[\n${lines(tidy)}\n],\n"reviews":[\n${groups.join(',\n')}\n]}\n`;
}
