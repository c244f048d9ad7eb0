import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, numberField, objectsIn, stringField } from '../kit/json-object.ts';
import { insertSorted, removeSorted, sortedList } from '../kit/sorted-list.ts';
import type { RatingList } from './paging.ts';

type PageRatings = {
  byKey: Map<string, JsonObject>;
  /** Sorted on first use and updated by every change. */
  sorted: RatingList | null;
  sum: number;
  rated: number;
};

/** Recommendations by page, and the comments on their stories. */
export type RatingsStore = {
  replaceAll(ratings: Map<string, JsonObject[]>): void;
  replacePage(page: string, items: JsonObject[]): void;
  /** Adds a recommendation, or replaces the one with the same story. */
  put(page: string, item: JsonObject): void;
  findByStory(page: string, story: string): JsonObject | null;
  removeByStory(page: string, story: string): boolean;
  /** Keys and items, newest first; a key is also the cursor's position. */
  sorted(page: string): RatingList;
  /** Count and mean stars (positive counts as 5, negative as 1), computed from the recommendations. */
  summary(page: string): { count: number; average: number };
  /** Comments of a story, oldest first; null when no recommendation has that story. */
  comments(story: string): JsonObject[] | null;
  pageOfStory(story: string): string | null;
};

/** An empty store. */
export function createRatingsStore(): RatingsStore {
  const shelves = new Map<string, PageRatings>();
  const stories = new Map<string, { page: string; comments: JsonObject[] }>();
  const shelfOf = (page: string): PageRatings => {
    const shelf = shelves.get(page) ?? { byKey: new Map(), sorted: null, sum: 0, rated: 0 };
    shelves.set(page, shelf);
    return shelf;
  };
  const put = (page: string, item: JsonObject) => {
    const shelf = shelfOf(page);
    const story = storyOf(item);
    const key = story ?? `no story ${hashOf(item)}`;
    const { kept, given } = withoutComments(item);
    drop(shelf, key);
    shelf.byKey.set(key, kept);
    count(shelf, kept, 1);
    if (shelf.sorted) insertSorted(shelf.sorted, positionOf(key, kept), kept);
    const comments = given ?? stories.get(story ?? '')?.comments ?? [];
    if (story) stories.set(story, { page, comments });
  };
  const replacePage = (page: string, items: JsonObject[]) => {
    for (const story of shelves.get(page)?.byKey.keys() ?? []) stories.delete(story);
    shelves.set(page, { byKey: new Map(), sorted: null, sum: 0, rated: 0 });
    for (const item of items) put(page, item);
  };
  return {
    put,
    replacePage,
    replaceAll(ratings) {
      shelves.clear();
      stories.clear();
      for (const [page, items] of ratings) replacePage(page, items);
    },
    findByStory: (page, story) => shelves.get(page)?.byKey.get(story) ?? null,
    removeByStory(page, story) {
      stories.delete(story);
      return drop(shelfOf(page), story);
    },
    sorted: (page) => sortedOf(shelfOf(page)),
    summary(page) {
      const { byKey, sum, rated } = shelfOf(page);
      return { count: byKey.size, average: rated === 0 ? 0 : Math.round((sum / rated) * 10) / 10 };
    },
    comments: (story) => stories.get(story)?.comments ?? null,
    pageOfStory: (story) => stories.get(story)?.page ?? null,
  };
}

/** The id of the story of a recommendation, or null. */
export function storyOf(item: JsonObject): string | null {
  return isJsonObject(item.open_graph_story) ? (stringField(item.open_graph_story, 'id') ?? null) : null;
}

/** Comments change independently, so the item is stored without them; null where it has none. */
function withoutComments(item: JsonObject): { kept: JsonObject; given: JsonObject[] | null } {
  if (!isJsonObject(item.open_graph_story)) return { kept: item, given: null };
  const { comments, ...story } = item.open_graph_story;
  if (!isJsonObject(comments)) return { kept: item, given: null };
  return { kept: { ...item, open_graph_story: story }, given: objectsIn(comments.data) };
}

function hashOf(item: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 20);
}

function drop(shelf: PageRatings, key: string): boolean {
  const known = shelf.byKey.get(key);
  if (!known) return false;
  shelf.byKey.delete(key);
  count(shelf, known, -1);
  if (shelf.sorted) removeSorted(shelf.sorted, positionOf(key, known));
  return true;
}

function count(shelf: PageRatings, item: JsonObject, by: 1 | -1): void {
  const stars = starsOf(item);
  if (stars === 0) return;
  shelf.sum += by * stars;
  shelf.rated += by;
}

function sortedOf(shelf: PageRatings): RatingList {
  if (shelf.sorted) return shelf.sorted;
  const entries = sortedList(shelf.byKey, ([key, item]) => positionOf(key, item));
  shelf.sorted = { keys: entries.keys, items: entries.items.map(([, item]) => item) };
  return shelf.sorted;
}

/** Ascending positions are newest first, because each digit of the time is inverted. */
function positionOf(key: string, item: JsonObject): string {
  const time = (stringField(item, 'created_time') ?? '').replace(/\d/g, (digit) => String(9 - Number(digit)));
  return `${time}|${key}`;
}

function starsOf(item: JsonObject): number {
  const derived =
    item.recommendation_type === 'positive' ? 5 : item.recommendation_type === 'negative' ? 1 : 0;
  return Math.max(0, numberField(item, 'rating') ?? derived);
}
