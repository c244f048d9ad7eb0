// Writes google.json and facebook.json from reviews.jsonl: `node simulators/demo-data/make.mjs`. The same input gives
// the same bytes, so a change of the demo data is a readable difference.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const lastDay = Date.parse('2026-11-17T21:00:00Z');
const day = 86_400_000;
const spanDays = 912;

// Leaves out texts about parcels and texts that name a real company, because they make no sense for our invented firm.
const parcels = /pa[ck]k?et|pack?station|päckchen|\bdhl\b|hermes|\bgls\b|\bdpd\b|\bups\b|\bpost|sendung|zustell|retour|abhol|briefe?\b|\bfach\b|fächer|automat|station/i;
const firms = /getaround|drivy|nabobil|turo\b|outdoorsy|rv\s?share|fat\s?llama|lensrentals|cdiscount|rewe|edeka|kaufland|lidl\b|aldi\b|netto\b|penny\b|norma\b|spar\b|konsum|galeria|globus|denns|\baction\b|petersbogen|asia|leipzig|berlin|amazon|uber\b/i;

// Translations as Google adds them, for a few short texts, in both orders that Google uses.
const translations = {
  sccafb7750945: ['first', 'Very good value for money'],
  s98f569155baf: ['last', 'Great contact with the owner. Very easy to drive and a good car.'],
  s66f05e2867d6: ['first', 'So far everything has always worked well.'],
  s2641925cede8: ['last', 'Very friendly welcome and good service.'],
  s83716650baff: ['first', 'We are very happy, they always answer our questions.'],
  s626cd7e8ea2f: ['last', 'All perfect.'],
  s4c027de76e88: ['last', 'Everything went perfectly. Very good vehicle'],
};

const thanks = {
  de: ['Herzlichen Dank für Ihren Besuch und die netten Worte!', 'Danke für die Rückmeldung, wir nehmen das ernst und melden uns gern bei Ihnen.'],
  fr: ['Merci beaucoup pour votre confiance, à bientôt !', 'Merci pour votre retour, nous sommes désolés et allons en parler avec l’équipe.'],
  es: ['¡Muchas gracias por su visita, hasta pronto!', 'Gracias por contarnos lo ocurrido; lo sentimos y lo vamos a revisar.'],
  no: ['Tusen takk for hyggelige ord, velkommen tilbake!', 'Takk for tilbakemeldingen. Vi beklager og ser på det.'],
  en: ['Thank you so much for your kind words, see you again soon!', 'Thank you for telling us. We are sorry and would like to make it right.'],
};

const rows = readFileSync(join(here, 'reviews.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const fits = (row) => !firms.test(row.text);
const market = rows.filter((row) => row.platform === 'google' && !parcels.test(row.text) && fits(row));
const rental = rows.filter((row) => row.platform === 'trustpilot' && row.origin === 'sharing' && fits(row) && row.text !== '');
const english = rental.filter((row) => row.lang === 'en');
const others = rental.filter((row) => row.lang !== 'en');

const shuffled = (list) => list.toSorted((left, right) => (digest(left.id) < digest(right.id) ? -1 : 1));
const keepers = new Set(Object.keys(translations));
const pick = (list, count) => {
  const order = shuffled(list);
  const sure = order.filter((row) => keepers.has(row.id));
  const rest = order.filter((row) => !keepers.has(row.id));
  const chosen = [...sure, ...rest].slice(0, count);
  return { chosen, left: [...sure, ...rest].slice(count) };
};
const markets = pick(market, Math.min(market.length - 30, 150));
const cars = pick(others, 255);
const campers = pick(english, 220);

writeFileSync(join(here, 'google.json'), page(google()));
writeFileSync(join(here, 'facebook.json'), page(facebook()));

function google() {
  const account = 'accounts/117390455802146213377';
  const places = [
    place('6394464039148850881', 'Linden & Fjord Markt & Café', 'LF-LEJ', 'de', ['gcid:grocery_store', 'Lebensmittelgeschäft'], address('DE', '04229', 'Sachsen', 'Leipzig', 'Lindenhof 14'), '+49 341 5550 110', 'LEJ'),
    place('13195921940790549583', 'Linden & Fjord Location de véhicules', 'LF-LYS', 'fr', ['gcid:car_rental_agency', 'Agence de location de voitures'], address('FR', '69007', 'Auvergne-Rhône-Alpes', 'Lyon', '27 rue des Tilleuls'), '+33 4 55 50 01 20', 'LYS'),
    place('9021177364500218846', 'Linden & Fjord Campers & Gear', 'LF-BRS', 'en', ['gcid:rv_rental_agency', 'RV rental agency'], address('GB', 'BS1 6XN', '', 'Bristol', '3 Fjord Yard'), '+44 117 555 0130', 'BRS'),
  ];
  const lists = [markets.chosen, cars.chosen, campers.chosen];
  const reviews = Object.fromEntries(
    places.map((location, at) => {
      const parent = `${account}/${location.name}`;
      return [parent, lists[at].map((row) => googleReview(parent, row)).toSorted(newestFirst)];
    }),
  );
  decorate(Object.values(reviews));
  return {
    users: [
      { sub: '108494581129006735086', email: 'mara.lindqvist@example.com', name: 'Mara Lindqvist', accounts: ['accounts/108494581129006735086', account] },
      { sub: '104417722930051876651', email: 'noa.falk@example.com', name: 'Noa Falk', accounts: ['accounts/104417722930051876651'] },
    ],
    accounts: [
      { name: 'accounts/108494581129006735086', accountName: 'Mara Lindqvist', type: 'PERSONAL', verificationState: 'UNVERIFIED', vettedState: 'NOT_VETTED' },
      { name: 'accounts/104417722930051876651', accountName: 'Noa Falk', type: 'PERSONAL', verificationState: 'UNVERIFIED', vettedState: 'NOT_VETTED' },
      { name: account, accountName: 'Linden & Fjord', type: 'LOCATION_GROUP', role: 'PRIMARY_OWNER', verificationState: 'VERIFIED', vettedState: 'VETTED', permissionLevel: 'OWNER_LEVEL', accountNumber: '4417220935' },
    ],
    locations: { [account]: places },
    reviews,
  };
}

function place(id, title, storeCode, languageCode, [category, displayName], storefrontAddress, primaryPhone, mark) {
  const placeId = `ChIJlindenfjord${mark}${digest(id).slice(0, 9)}`;
  const open = (openDay) => ({ openDay, openTime: { hours: 8 }, closeDay: openDay, closeTime: { hours: 18, minutes: 30 } });
  return {
    name: `locations/${id}`,
    title,
    storeCode,
    languageCode,
    phoneNumbers: { primaryPhone },
    categories: { primaryCategory: { name: `categories/${category}`, displayName } },
    storefrontAddress,
    websiteUri: `https://linden-fjord.example/${mark.toLowerCase()}`,
    regularHours: { periods: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'].map(open) },
    openInfo: { status: 'OPEN', canReopen: true },
    metadata: {
      placeId,
      mapsUri: `https://maps.google.com/maps?cid=${id}`,
      newReviewUri: `https://search.google.com/local/writereview?placeid=${placeId}`,
      hasVoiceOfMerchant: true,
      canDelete: true,
    },
  };
}

function address(regionCode, postalCode, administrativeArea, locality, line) {
  return { regionCode, postalCode, ...(administrativeArea ? { administrativeArea } : {}), locality, addressLines: [line] };
}

function googleReview(parent, row) {
  const id = `AbFvOq${createHash('sha256').update(row.id).digest('base64url').slice(0, 30)}`;
  const created = dateOf(row);
  const edited = chance(row, 'edited') < 0.07 ? Math.min(created + Math.ceil(chance(row, 'later') * 40) * day, lastDay) : created;
  const review = {
    name: `${parent}/reviews/${id}`,
    reviewId: id,
    reviewer: { displayName: authorOf(row) },
    starRating: ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'][row.rating - 1],
    ...(row.text.trim() === '' ? {} : { comment: commentOf(row) }),
    createTime: stamp(row, created),
    updateTime: stamp(row, edited),
  };
  const answer = answerOf(row);
  if (answer && edited < lastDay - 3 * day) {
    const when = edited + Math.ceil(chance(row, 'answered') * 60) * 3_600_000;
    review.reviewReply = { comment: answer, updateTime: stamp(row, when), reviewReplyState: 'APPROVED' };
  }
  return review;
}

/** Adds one example of each rare case, on the newest reviews of a location that fit it. */
function decorate([first, second, third]) {
  first.find((review) => review.comment).reviewer = { displayName: 'A Google user', isAnonymous: true };
  const rejected = second.find((review) => review.reviewReply);
  rejected.reviewReply.reviewReplyState = 'REJECTED';
  rejected.reviewReply.policyViolation = 'PERSONAL_INFO';
  third.find((review) => review.reviewReply).reviewReply.reviewReplyState = 'PENDING';
  third.find((review) => review.comment).reviewReplyUrl = 'https://business.google.com/reviews/linden-fjord-brs';
  second.find((review) => review.comment).reviewMediaItems = [
    { thumbnailUrl: 'https://lh3.googleusercontent.com/p/linden-fjord-1=w400', thumbnailLabel: 'Photo of the car park' },
  ];
}

function commentOf(row) {
  const text = row.text.trim();
  const translation = translations[row.id];
  if (!translation) return text;
  const [order, words] = translation;
  return order === 'first' ? `(Translated by Google) ${words}\n\n(Original)\n${text}` : `${text}\n\n(Translated by Google)\n${words}`;
}

function answerOf(row) {
  if (row.reply && !firms.test(row.reply) && row.reply.trim() !== '') return row.reply.trim();
  if (chance(row, 'answer') > 0.28) return null;
  const [glad, sorry] = thanks[row.lang] ?? thanks.en;
  return row.rating >= 4 ? glad : sorry;
}

function facebook() {
  const market = markets.left.filter((row) => row.text !== '');
  const pages = [
    fbPage('487120935561204', 'Linden & Fjord Markt & Café', 'lindenfjord.markt', ['2500', 'Grocery Store'], market.slice(0, 45)),
    fbPage('102938475610293', 'Linden & Fjord Cars & Campers', 'lindenfjord.cars', ['1130', 'Car Rental'], shuffled([...campers.left.slice(0, 60), ...cars.left.slice(0, 60)]).slice(0, 120 - Math.min(45, market.length))),
  ];
  return {
    users: [{ id: '10158842217730611', name: 'Mara Lindqvist', email: 'mara.lindqvist@example.com', pages: pages.map((entry) => entry.id) }],
    pages,
  };
}

function fbPage(id, name, username, [categoryId, category], list) {
  const data = list.map((row, at) => recommendation(row, at, { id, name })).toSorted((left, right) => (left.created_time < right.created_time ? 1 : -1));
  return {
    id,
    name,
    category,
    category_list: [{ id: categoryId, name: category }],
    link: `https://www.facebook.com/${username}`,
    username,
    verification_status: 'blue_verified',
    is_published: true,
    tasks: ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'],
    ratings: { data },
  };
}

function recommendation(row, at, owner) {
  const created = dateOf(row);
  const legacy = at % 10 === 4;
  const textless = at % 11 === 6;
  const item = {
    created_time: fbTime(created),
    has_rating: legacy,
    has_review: !textless,
    ...(legacy ? { rating: row.rating } : { recommendation_type: row.rating >= 3 ? 'positive' : 'negative' }),
    ...(textless ? {} : { review_text: row.text.trim() }),
  };
  if (at % 17 !== 8) item.reviewer = { id: number(row.id, 'reviewer'), name: authorOf(row) };
  if (at % 19 === 9) return item;
  const story = number(row.id, 'story');
  const answer = at % 6 === 2 ? answerOf({ ...row, id: `${row.id}fb` }) ?? (thanks[row.lang] ?? thanks.en)[row.rating >= 3 ? 0 : 1] : null;
  item.open_graph_story = {
    id: story,
    start_time: fbTime(created),
    type: 'sellers.rates',
    ...(answer
      ? { comments: { data: [{ id: `${story}_${number(row.id, 'comment')}`, created_time: fbTime(created + 7 * 3_600_000), from: owner, message: answer }] } }
      : {}),
  };
  return item;
}

function authorOf(row) {
  if (row.author) return row.author;
  const letters = 'ABCDEFGHIJKLMNOPRSTUVW';
  const at = (salt) => letters[Math.floor(chance(row, salt) * letters.length)];
  return `${at('given')}. ${at('family')}.`;
}

/** More reviews in recent months than in earlier ones, at hours when people are awake, in whole seconds. */
function dateOf(row) {
  const days = Math.floor(chance(row, 'day') ** 1.35 * spanDays);
  const hour = 7 + Math.floor(chance(row, 'hour') * 14);
  const seconds = Math.floor(chance(row, 'second') * 3600);
  const midnight = Math.floor(lastDay / day) * day;
  return Math.min(midnight - days * day + hour * 3_600_000 + seconds * 1000, lastDay);
}

/** RFC 3339 with 0, 3, 6 or 9 fractional digits; platforms send all of them. */
function stamp(row, time) {
  const digits = [6, 3, 0, 6, 9][Math.floor(chance(row, 'digits') * 5)];
  const whole = new Date(time).toISOString().slice(0, 19);
  const fraction = number(row.id, 'fraction').slice(0, digits).replace(/0$/, '1');
  return digits === 0 ? `${whole}Z` : `${whole}.${fraction}Z`;
}

function fbTime(time) {
  return `${new Date(time).toISOString().slice(0, 19)}+0000`;
}

function newestFirst(left, right) {
  return left.updateTime < right.updateTime ? 1 : -1;
}

function digest(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** A number in [0, 1) that depends on the row and the purpose only. */
function chance(row, purpose) {
  return Number.parseInt(digest(`${row.id}:${purpose}`).slice(0, 12), 16) / 2 ** 48;
}

function number(id, purpose) {
  return `1${BigInt(`0x${digest(`${id}#${purpose}`).slice(0, 16)}`).toString().padStart(20, '7').slice(0, 15)}`;
}

function page(value) {
  return `${JSON.stringify(value, null, 1)}\n`;
}
