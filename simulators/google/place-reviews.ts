import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';

const stars: Record<string, number> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 };

/** `language` is the requested language, `original` the language of the place, `now` is in milliseconds. */
export type DisplayOptions = { placeId: string; language: string; original: string; now: number };

/** A review of the v4 API in the form of the Places API (New), which has other names and no replies. */
export function toPlaceReview(
  review: JsonObject,
  { placeId, language, original, now }: DisplayOptions,
): JsonObject {
  const key = createHash('sha256').update(String(review.name)).digest();
  const id = `Ch${key.toString('base64url').slice(0, 34)}`;
  const time = stringField(review, 'createTime') ?? new Date(0).toISOString();
  const words = splitTranslation(stringField(review, 'comment') ?? '');
  const created = new Date(time);
  return {
    name: `places/${placeId}/reviews/${id}`,
    relativePublishTimeDescription: relativeTime(now - created.getTime(), language),
    rating: stars[stringField(review, 'starRating') ?? ''] ?? 0,
    ...(words.shown === '' ? {} : { text: { text: words.shown, languageCode: language } }),
    ...(words.original === '' ? {} : { originalText: { text: words.original, languageCode: original } }),
    authorAttribution: authorOf(review, key),
    publishTime: time,
    flagContentUri: `https://www.google.com/local/review/rap/report?postId=${id}&d=17924085&t=1`,
    googleMapsUri: `https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${id}!2m1!1s${placeId}`,
    visitDate: { year: created.getUTCFullYear(), month: created.getUTCMonth() + 1 },
  };
}

/** The v4 API returns translation and original in one text, in one of two orders. */
function splitTranslation(comment: string): { shown: string; original: string } {
  const first = /^\(Translated by Google\) ([\s\S]*?)\n\n\(Original\)\n([\s\S]*)$/.exec(comment);
  if (first) return { shown: first[1] ?? '', original: first[2] ?? '' };
  const [original = '', shown] = comment.split('\n\n(Translated by Google)\n');
  return { shown: shown ?? original, original };
}

function authorOf(review: JsonObject, key: Buffer): JsonObject {
  const reviewer = isJsonObject(review.reviewer) ? review.reviewer : {};
  const id = key.readBigUInt64BE(0).toString().padStart(21, '1');
  const isAnonymous = reviewer.isAnonymous === true;
  return {
    displayName: isAnonymous ? 'A Google User' : (stringField(reviewer, 'displayName') ?? 'A Google User'),
    uri: `https://www.google.com/maps/contrib/${id}/reviews`,
    photoUri:
      (isAnonymous ? undefined : stringField(reviewer, 'profilePhotoUrl')) ??
      `https://lh3.googleusercontent.com/a/default-user=s128-c0x00000000-cc-rp-mo`,
  };
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

function relativeTime(milliseconds: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(safeLocale(language));
  const [unit, length] = units.find(([, size]) => milliseconds >= size) ?? ['minute', 60_000];
  return format.format(-Math.max(0, Math.floor(milliseconds / length)), unit);
}

/** An unknown language becomes English. */
function safeLocale(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
