import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { countUpTo, insertSorted, removeSorted, type SortedList, sortedList } from '../kit/sorted-list.ts';

/** Orders that reviews.list documents; `updateTime desc` is the default. */
export type ReviewOrder = 'rating' | 'rating desc' | 'updateTime desc';

type LocationReviews = {
  byId: Map<string, JsonObject>;
  /** Orders that were requested so far; every change updates them. */
  sorted: Map<ReviewOrder, SortedList<JsonObject>>;
  sum: number;
  rated: number;
};

const stars: Record<string, number> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 };

/**
 * A page of reviews. `next` is the cursor of the next page, null at the end: a sort key (rating or time, then id), which
 * stays correct when reviews are added, edited or deleted between two pages. `read` is the number of reviews up to the end
 * of this page; `@` and that number is an offset, which becomes wrong with every change before it.
 */
export type ReviewsPage = { reviews: JsonObject[]; next: string | null; read: number };

/** The reviews of every location, with their sums and sorted lists. */
export type ReviewsStore = {
  replaceAll(reviews: Map<string, JsonObject[]>): void;
  replaceLocation(location: string, reviews: JsonObject[]): void;
  /** Adds or replaces one review by its `reviewId`; `name` is set from the location. */
  put(location: string, review: JsonObject): JsonObject;
  find(location: string, reviewId: string): JsonObject | null;
  remove(location: string, reviewId: string): boolean;
  /** Up to `size` reviews from a position (null is the start). */
  page(location: string, order: ReviewOrder, from: string | null, size: number): ReviewsPage;
  locations(): string[];
  /** Count and mean of stars, computed from the reviews. */
  summary(location: string): { count: number; average: number };
};

/** An empty store. */
export function createReviewsStore(): ReviewsStore {
  const shelves = new Map<string, LocationReviews>();
  const shelfOf = (location: string): LocationReviews => {
    const known = shelves.get(location);
    if (known) return known;
    const fresh: LocationReviews = { byId: new Map(), sorted: new Map(), sum: 0, rated: 0 };
    shelves.set(location, fresh);
    return fresh;
  };
  const put = (location: string, review: JsonObject): JsonObject => {
    const shelf = shelfOf(location);
    const id = idOf(review);
    drop(shelf, id);
    const kept = { ...review, reviewId: id, name: `${location}/reviews/${id}` };
    shelf.byId.set(id, kept);
    const value = starsOf(kept);
    if (value > 0) {
      shelf.sum += value;
      shelf.rated += 1;
    }
    for (const [order, list] of shelf.sorted) insertSorted(list, keyOf(kept, order), kept);
    return kept;
  };
  const replaceLocation = (location: string, reviews: JsonObject[]) => {
    shelves.delete(location);
    for (const review of reviews) put(location, review);
  };
  return {
    put,
    replaceLocation,
    replaceAll(reviews) {
      shelves.clear();
      for (const [location, list] of reviews) replaceLocation(location, list);
    },
    find: (location, reviewId) => shelves.get(location)?.byId.get(reviewId) ?? null,
    remove: (location, reviewId) => drop(shelfOf(location), reviewId),
    page: (location, order, from, size) => pageOf(sortedOf(shelfOf(location), order), from, size),
    locations: () => [...shelves.keys()],
    summary(location) {
      const shelf = shelfOf(location);
      return { count: shelf.byId.size, average: shelf.rated === 0 ? 0 : shelf.sum / shelf.rated };
    },
  };
}

/** The id of a review: its `reviewId`, else the end of its `name`. */
function idOf(review: JsonObject): string {
  return stringField(review, 'reviewId') ?? stringField(review, 'name')?.split('/').at(-1) ?? '';
}

function starsOf(review: JsonObject): number {
  return stars[stringField(review, 'starRating') ?? ''] ?? 0;
}

function drop(shelf: LocationReviews, id: string): boolean {
  const known = shelf.byId.get(id);
  if (!known) return false;
  shelf.byId.delete(id);
  const value = starsOf(known);
  if (value > 0) {
    shelf.sum -= value;
    shelf.rated -= 1;
  }
  for (const [order, list] of shelf.sorted) removeSorted(list, keyOf(known, order));
  return true;
}

function sortedOf(shelf: LocationReviews, order: ReviewOrder): SortedList<JsonObject> {
  const known = shelf.sorted.get(order);
  if (known) return known;
  const sorted = sortedList(shelf.byId.values(), (review) => keyOf(review, order));
  shelf.sorted.set(order, sorted);
  return sorted;
}

/** Milliseconds; later than any time on the wire. */
const endOfTime = 9_999_999_999_999;

function keyOf(review: JsonObject, order: ReviewOrder): string {
  const newestFirst = String(endOfTime - updateTimeOf(review)).padStart(13, '0');
  const rating = starsOf(review);
  const lead = order === 'rating' ? `${rating}` : order === 'rating desc' ? `${5 - rating}` : '';
  return `${lead}|${newestFirst}|${idOf(review)}`;
}

function updateTimeOf(review: JsonObject): number {
  const time = Date.parse(stringField(review, 'updateTime') ?? stringField(review, 'createTime') ?? '');
  return Number.isNaN(time) ? 0 : time;
}

function pageOf({ keys, items }: SortedList<JsonObject>, from: string | null, size: number): ReviewsPage {
  const start = from === null ? 0 : from.startsWith('@') ? Number(from.slice(1)) : countUpTo(keys, from);
  const reviews = items.slice(start, start + size);
  const read = start + reviews.length;
  return { reviews, next: read < keys.length ? (keys[read - 1] ?? null) : null, read };
}

/** The wire form of a resource: proto3 JSON leaves out nulls, false, 0, "" and empty lists and objects. */
export function withoutDefaults(value: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    if (isJsonObject(member)) {
      const inner = withoutDefaults(member);
      if (Object.keys(inner).length > 0) kept[name] = inner;
    } else if (!isDefault(member)) kept[name] = member;
  }
  return kept;
}

function isDefault(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === false ||
    value === 0 ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}
