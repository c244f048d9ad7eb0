import { type Fields, isFields, textOf } from '../kit/fields.ts';

/** Orders that reviews.list documents; `updateTime desc` is the default. */
export type ReviewOrder = 'rating' | 'rating desc' | 'updateTime desc';

type Sorted = { keys: string[]; reviews: Fields[] };
type Shelf = { byId: Map<string, Fields>; sorted: Map<ReviewOrder, Sorted>; sum: number; rated: number };

const stars: Record<string, number> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 };

/** The reviews of every location, with the sums and orders that the list method answers from. */
export type ReviewsStore = {
  replaceAll(reviews: Map<string, Fields[]>): void;
  replaceLocation(location: string, reviews: Fields[]): void;
  /** Adds or replaces one review by its `reviewId`; `name` is set from the location. */
  put(location: string, review: Fields): Fields;
  find(location: string, reviewId: string): Fields | null;
  remove(location: string, reviewId: string): boolean;
  /** Up to `size` reviews after the position `after` (null for the start), and the position to go on from. */
  page(
    location: string,
    order: ReviewOrder,
    after: string | null,
    size: number,
  ): { reviews: Fields[]; next: string | null };
  /** Count and mean of stars, computed from the reviews. */
  figures(location: string): { count: number; average: number };
};

/** An empty store. */
export function createReviewsStore(): ReviewsStore {
  const shelves = new Map<string, Shelf>();
  const shelfOf = (location: string): Shelf => {
    const known = shelves.get(location);
    if (known) return known;
    const fresh: Shelf = { byId: new Map(), sorted: new Map(), sum: 0, rated: 0 };
    shelves.set(location, fresh);
    return fresh;
  };
  const put = (location: string, review: Fields): Fields => {
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
    shelf.sorted.clear();
    return kept;
  };
  const replaceLocation = (location: string, reviews: Fields[]) => {
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
    page: (location, order, after, size) => pageOf(sortedOf(shelfOf(location), order), after, size),
    figures(location) {
      const shelf = shelfOf(location);
      return { count: shelf.byId.size, average: shelf.rated === 0 ? 0 : shelf.sum / shelf.rated };
    },
  };
}

/** The id of a review: its `reviewId`, else the end of its `name`. */
function idOf(review: Fields): string {
  return textOf(review, 'reviewId') ?? textOf(review, 'name')?.split('/').at(-1) ?? '';
}

function starsOf(review: Fields): number {
  return stars[textOf(review, 'starRating') ?? ''] ?? 0;
}

function drop(shelf: Shelf, id: string): boolean {
  const known = shelf.byId.get(id);
  if (!known) return false;
  shelf.byId.delete(id);
  const value = starsOf(known);
  if (value > 0) {
    shelf.sum -= value;
    shelf.rated -= 1;
  }
  shelf.sorted.clear();
  return true;
}

/**
 * Positions are keys of the order (rating or time, then id), not offsets: a page token stays right when reviews are
 * added, edited or deleted between two pages.
 */
function sortedOf(shelf: Shelf, order: ReviewOrder): Sorted {
  const known = shelf.sorted.get(order);
  if (known) return known;
  const keyed = [...shelf.byId.values()].map((review) => ({ key: keyOf(review, order), review }));
  keyed.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
  const sorted = { keys: keyed.map((entry) => entry.key), reviews: keyed.map((entry) => entry.review) };
  shelf.sorted.set(order, sorted);
  return sorted;
}

/** Any instant of the wire format lies below this number of milliseconds. */
const endOfTime = 9_999_999_999_999;

function keyOf(review: Fields, order: ReviewOrder): string {
  const newestFirst = String(endOfTime - updateTimeOf(review)).padStart(13, '0');
  const rating = starsOf(review);
  const lead = order === 'rating' ? `${rating}` : order === 'rating desc' ? `${5 - rating}` : '';
  return `${lead}|${newestFirst}|${idOf(review)}`;
}

function updateTimeOf(review: Fields): number {
  const time = Date.parse(textOf(review, 'updateTime') ?? textOf(review, 'createTime') ?? '');
  return Number.isNaN(time) ? 0 : time;
}

function pageOf(
  sorted: Sorted,
  after: string | null,
  size: number,
): { reviews: Fields[]; next: string | null } {
  const from = after === null ? 0 : firstAfter(sorted.keys, after);
  const reviews = sorted.reviews.slice(from, from + size);
  const more = from + size < sorted.keys.length;
  return { reviews, next: more ? (sorted.keys[from + size - 1] ?? null) : null };
}

function firstAfter(keys: string[], after: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The wire form of a resource: proto3 JSON leaves out nulls, false, 0, "" and empty lists and objects. */
export function withoutDefaults(value: Fields): Fields {
  const kept: Fields = {};
  for (const [name, member] of Object.entries(value)) {
    if (isFields(member)) {
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
