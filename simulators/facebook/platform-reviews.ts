import type { PlatformReviews } from '../kit/content-faults.ts';
import { isJsonObject, type JsonObject } from '../kit/json-object.ts';
import { storyOf } from './ratings-store.ts';
import type { FacebookState } from './state.ts';

/** The recommendations for the shared faults; a place is a page, an id a story. */
export function facebookReviews(state: Omit<FacebookState, 'platformReviews'>): PlatformReviews {
  let added = 0;
  const isOwn = (page: string) => (comment: JsonObject) =>
    isJsonObject(comment.from) && comment.from.id === page;
  /** Now, or just after the newest recommendation when that lies in the future. */
  const newest = (page: string) => {
    const last = Date.parse(String(state.ratings.sorted(page).items[0]?.created_time));
    return Math.max(state.clock.platformTime(), Number.isNaN(last) ? 0 : last + 1000);
  };
  const add = (page: string, item: JsonObject) => {
    added += 1;
    const id = `99${page}${added}`;
    const time = graphTime(newest(page));
    const story = { id, start_time: time, type: 'sellers.rates' };
    state.ratings.put(page, { ...item, created_time: time, open_graph_story: story });
    return id;
  };
  return {
    places: () => state.data.pages.map((page) => String(page.id)),
    ids: (page) => state.ratings.sorted(page).items.flatMap((item) => storyOf(item) ?? []),
    idOf: (name) => name,
    nameOf: (_page, id) => id,
    // Facebook keeps the time of creation, so an edit does not change the order of the list.
    edit(page, id, text) {
      const item = state.ratings.findByStory(page, id);
      if (item) state.ratings.put(page, { ...item, has_review: true, review_text: text });
    },
    remove(page, id) {
      const item = state.ratings.findByStory(page, id);
      if (!item) return null;
      const data = state.ratings.comments(id) ?? [];
      const story = isJsonObject(item.open_graph_story) ? item.open_graph_story : {};
      state.ratings.removeByStory(page, id);
      return () => state.ratings.put(page, { ...item, open_graph_story: { ...story, comments: { data } } });
    },
    insert: (page, text) =>
      add(page, {
        has_rating: false,
        has_review: true,
        recommendation_type: 'positive',
        review_text: text,
        reviewer: { id: `78${page}${added + 1}`, name: 'New Guest' },
      }),
    repost: (page, id) => add(page, state.ratings.findByStory(page, id) ?? {}),
    isAnswered: (page, id) => state.ratings.comments(id)?.some(isOwn(page)) ?? false,
    answer(page, id, text) {
      const comments = state.ratings.comments(id) ?? [];
      const others = comments.filter((comment) => text !== null || !isOwn(page)(comment));
      comments.splice(0, comments.length, ...others);
      if (text === null) return;
      const commentId = `${id}_${8_000_000 + state.nextComment}`;
      state.nextComment += 1;
      const name = state.data.pages.find((known) => known.id === page)?.name;
      const time = graphTime(state.clock.platformTime());
      comments.push({ id: commentId, created_time: time, from: { id: page, name }, message: text });
    },
    now: () => state.clock.platformTime(),
  };
}

/** A time as Graph writes it: whole seconds, no colon in the offset. */
export function graphTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+0000`;
}
