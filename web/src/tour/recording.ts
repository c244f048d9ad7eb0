/** The recorded answers of the tour: their form in the file, and how they become answers of today. */
import type { OwnReview } from '@kindling/contract/reviews';

/** The answer to one call. @template Output the contract's output of the call */
export interface RecordedAnswer {
  /** `businesses.list` */
  call: string;
  input: unknown;
  output: unknown;
}

/** Reviews with much in common, such as those of one listing: `common` has every field, an item those that differ. */
export interface ReviewGroup {
  common: OwnReview;
  items: Partial<OwnReview>[];
}

export interface Recording {
  /** The day (UTC) on which the recording happened; every time in it is before that day. */
  day: string;
  answers: RecordedAnswer[];
  /** The reviews have no ids: they get one by their place. */
  reviews: ReviewGroup[];
}

const dayMs = 86_400_000;
const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const isDay = /^\d{4}-\d\d-\d\d$/;

/** The id of the review at a place; its last part counts. */
function sampleReviewId(index: number): string {
  return `0a000000-0000-7000-8000-${String(index + 1).padStart(12, '0')}`;
}

/** The reviews of the groups, newest first. */
export function unpackReviews(groups: readonly ReviewGroup[]): OwnReview[] {
  return groups
    .flatMap(({ common, items }) => items.map((item) => ({ ...common, ...item })))
    .map((review, index) => ({ ...review, id: sampleReviewId(index) }))
    .sort((one, other) => Date.parse(other.writtenAt) - Date.parse(one.writtenAt));
}

/** The whole days from the recording until now: the day on which it happened becomes the present day (UTC). */
export function daysSince(day: string, now: number): number {
  return Math.floor(now / dayMs) - Math.floor(Date.parse(day) / dayMs);
}

/** A copy in which every time and every day is so many days later. */
export function shiftDays<Value>(value: Value, days: number): Value {
  return shifted(value, days) as Value;
}

function shifted(value: unknown, days: number): unknown {
  if (typeof value === 'string') {
    if (isTime.test(value)) return new Date(Date.parse(value) + days * dayMs).toISOString();
    return isDay.test(value) ? new Date(Date.parse(value) + days * dayMs).toISOString().slice(0, 10) : value;
  }
  if (Array.isArray(value)) return value.map((item) => shifted(item, days));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shifted(inner, days)]));
}
