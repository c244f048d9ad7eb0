import type { PlatformReviews } from '../kit/content-faults.ts';
import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { setReply } from './review-names.ts';
import type { GoogleState } from './state.ts';

/** A page size for the whole list. */
const all = Number.MAX_SAFE_INTEGER;

/** The reviews for the shared faults; a place is `accounts/1/locations/2`. */
export function googleReviews(state: Omit<GoogleState, 'platformReviews'>): PlatformReviews {
  let added = 0;
  const list = (place: string) => state.reviews.page(place, 'updateTime desc', null, all).reviews;
  const nameOf = (place: string, id: string) => `${place}/reviews/${id}`;
  /** Now, or just after the newest review when that lies in the future. */
  const newest = (place: string) => {
    const first = state.reviews.page(place, 'updateTime desc', null, 1).reviews[0];
    const last = Date.parse(stringField(first ?? {}, 'updateTime') ?? '');
    return Math.max(state.clock.platformTime(), Number.isNaN(last) ? 0 : last + 1000);
  };
  const add = (place: string, review: JsonObject) => {
    const time = new Date(newest(place)).toISOString();
    added += 1;
    const id = `came-later-${added}`;
    state.reviews.put(place, { ...review, reviewId: id, createTime: time, updateTime: time });
    return id;
  };
  return {
    places: () =>
      [...state.data.locations].flatMap(([account, locations]) =>
        locations.map((location) => `${account}/${location.name}`),
      ),
    ids: (place) => list(place).map((review) => String(review.reviewId)),
    idOf: (name) => name.split('/').at(-1) ?? name,
    nameOf,
    edit(place, id, text, at) {
      const review = state.reviews.find(place, id);
      if (!review) return;
      const updateTime = new Date(at ?? newest(place)).toISOString();
      state.reviews.put(place, { ...review, comment: text, updateTime });
    },
    remove(place, id) {
      const review = state.reviews.find(place, id);
      if (!review) return null;
      state.reviews.remove(place, id);
      return () => void state.reviews.put(place, review);
    },
    insert: (place, text) =>
      add(place, { reviewer: { displayName: 'N. E. W.' }, starRating: 'FIVE', comment: text }),
    repost(place, id) {
      const { reviewReply: _reply, ...review } = state.reviews.find(place, id) ?? {};
      return add(place, review);
    },
    isAnswered: (place, id) => isJsonObject(state.reviews.find(place, id)?.reviewReply),
    answer(place, id, text) {
      const name = nameOf(place, id);
      const updateTime = new Date(state.clock.platformTime()).toISOString();
      const reply = { comment: text, updateTime, reviewReplyState: 'APPROVED' };
      setReply(state, name, text === null ? null : reply);
      state.pendingReplies.delete(name);
    },
    now: () => state.clock.platformTime(),
  };
}
