import { createHash } from 'node:crypto';
import { type Fields, isFields, listOf, numberOf, textOf } from '../kit/fields.ts';
import type { Slice } from './paging.ts';

type Shelf = { byKey: Map<string, Fields>; sorted: { keys: string[]; items: Fields[] } | null };

/** Recommendations by page, and the comments on their stories. */
export type RatingsStore = {
  replaceAll(ratings: Map<string, Fields[]>): void;
  replacePage(page: string, items: Fields[]): void;
  /** Adds a recommendation, or replaces the one with the same story. */
  put(page: string, item: Fields): void;
  findByStory(page: string, story: string): Fields | null;
  removeByStory(page: string, story: string): boolean;
  /** Keys and items, newest first; a key is also the cursor's position. */
  sorted(page: string): Slice;
  /** Count and mean stars (positive counts as 5, negative as 1), computed from the recommendations. */
  figures(page: string): { count: number; average: number };
  /** Comments of a story, oldest first; null when no recommendation has that story. */
  comments(story: string): Fields[] | null;
  pageOfStory(story: string): string | null;
};

/** An empty store. */
export function createRatingsStore(): RatingsStore {
  const shelves = new Map<string, Shelf>();
  const stories = new Map<string, { page: string; comments: Fields[] }>();
  const shelfOf = (page: string): Shelf => {
    const shelf = shelves.get(page) ?? { byKey: new Map(), sorted: null };
    shelves.set(page, shelf);
    return shelf;
  };
  const put = (page: string, item: Fields) => {
    const shelf = shelfOf(page);
    const story = storyOf(item);
    shelf.byKey.set(story ?? `no story ${hashOf(item)}`, item);
    shelf.sorted = null;
    const given = isFields(item.open_graph_story) ? item.open_graph_story.comments : undefined;
    const comments = isFields(given) ? listOf(given.data) : (stories.get(story ?? '')?.comments ?? []);
    if (story) stories.set(story, { page, comments });
  };
  const replacePage = (page: string, items: Fields[]) => {
    for (const story of shelves.get(page)?.byKey.keys() ?? []) stories.delete(story);
    shelves.set(page, { byKey: new Map(), sorted: null });
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
      const shelf = shelfOf(page);
      shelf.sorted = null;
      stories.delete(story);
      return shelf.byKey.delete(story);
    },
    sorted: (page) => sortedOf(shelfOf(page)),
    figures: (page) => figuresOf([...shelfOf(page).byKey.values()]),
    comments: (story) => stories.get(story)?.comments ?? null,
    pageOfStory: (story) => stories.get(story)?.page ?? null,
  };
}

function storyOf(item: Fields): string | null {
  return isFields(item.open_graph_story) ? (textOf(item.open_graph_story, 'id') ?? null) : null;
}

function hashOf(item: Fields): string {
  return createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 20);
}

/** Ascending keys mean newest first: times are turned round digit by digit. */
function sortedOf(shelf: Shelf): Slice {
  if (shelf.sorted) return shelf.sorted;
  const keyed = [...shelf.byKey].map(([key, item]) => {
    const time = (textOf(item, 'created_time') ?? '').replace(/\d/g, (digit) => String(9 - Number(digit)));
    return { key: `${time}|${key}`, item };
  });
  keyed.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
  shelf.sorted = { keys: keyed.map((entry) => entry.key), items: keyed.map((entry) => entry.item) };
  return shelf.sorted;
}

function figuresOf(items: Fields[]): { count: number; average: number } {
  let sum = 0;
  let count = 0;
  for (const item of items) {
    const stars =
      numberOf(item, 'rating') ??
      (item.recommendation_type === 'positive' ? 5 : item.recommendation_type === 'negative' ? 1 : 0);
    if (stars > 0) {
      sum += stars;
      count += 1;
    }
  }
  return { count: items.length, average: count === 0 ? 0 : Math.round((sum / count) * 10) / 10 };
}
