/** For tests only: the reviews of a platform in memory, how events change them, and the faults that callers meet. */
import type { PlatformReply, PlatformReview } from '../../connectors/connector.ts';
import {
  type Fault,
  modelLocation,
  type PlatformBehavior,
  type PlatformEvent,
  textMarker,
} from './model-platform.ts';

export interface ReviewEntry {
  review: PlatformReview;
  /** The version before the last edit. */
  previous: PlatformReview;
  exists: boolean;
  /** Sent in a shape that does not match the schema. */
  malformed: boolean;
  /** Its last change moved it to the top of the list, with a time of its own. */
  atHead: boolean;
}

export class MemoryPlatformState {
  entries = new Map<string, ReviewEntry>();
  behavior: PlatformBehavior = { editsFirst: true, lookUp: 'whole' };
  pageSize = 3;
  /** The platform refuses cursors of an earlier generation. */
  generation = 0;
  /** Difference between the platform's count and its reviews. */
  countOffset = 0;
  repeatsCursor = false;
  nextPageEmpty = false;
  nextPageStale = false;
  faults: Fault[] = [];
  #seconds = 0;
  #made = 0;

  listAll(): ReviewEntry[] {
    return [...this.entries.values()];
  }

  /** The reviews that it shows, in its order. */
  listShown(): ReviewEntry[] {
    return this.listAll()
      .filter((entry) => entry.exists)
      .sort(
        (a, b) =>
          this.#order(b.review) - this.#order(a.review) ||
          (a.review.externalId < b.review.externalId ? -1 : 1),
      );
  }

  apply(event: PlatformEvent): void {
    (eventHandlers[event.do] as (platform: MemoryPlatformState, one: PlatformEvent) => void)(this, event);
  }

  nextTimestamp(sameSecond: boolean): Date {
    if (!sameSecond) this.#seconds += 1;
    return new Date(Date.UTC(2026, 0, 1) + this.#seconds * 1000);
  }

  add(changes: Partial<PlatformReview>, sameSecond: boolean): void {
    this.#made += 1;
    const review: PlatformReview = {
      externalId: `${modelLocation}/${String(this.#made).padStart(4, '0')}`,
      resourceName: null,
      authorName: `Author ${this.#made}`,
      authorPhotoUrl: null,
      anonymous: this.#made % 7 === 0,
      rating: (this.#made % 5) + 1,
      recommendation: null,
      text: this.#made % 6 === 0 ? null : `${textMarker} ${this.#made}`,
      translation: null,
      writtenAt: this.nextTimestamp(sameSecond),
      editedAt: null,
      reply: null,
      permalink: null,
      mediaCount: this.#made % 3,
      ...changes,
    };
    this.entries.set(review.externalId, {
      review,
      previous: review,
      exists: true,
      malformed: false,
      atHead: !sameSecond,
    });
  }

  /** Ends all faults. */
  endTrouble(): void {
    this.faults = [];
    this.countOffset = 0;
    this.repeatsCursor = false;
    this.nextPageEmpty = false;
    this.nextPageStale = false;
    for (const entry of this.listAll()) entry.malformed = false;
  }

  /** Starts empty, with another behavior. */
  reset(behavior: PlatformBehavior): void {
    this.entries = new Map();
    this.behavior = behavior;
    this.pageSize = 3;
    this.generation += 1;
    this.endTrouble();
  }

  #order(review: PlatformReview): number {
    return (this.behavior.editsFirst ? (review.editedAt ?? review.writtenAt) : review.writtenAt).getTime();
  }
}

const pick = (at: number, from: ReviewEntry[]): ReviewEntry | undefined =>
  from[at % Math.max(1, from.length)];

const eventHandlers: {
  [Kind in PlatformEvent['do']]: (
    platform: MemoryPlatformState,
    one: Extract<PlatformEvent, { do: Kind }>,
  ) => void;
} = {
  post: (platform, { sameSecond, words }) => platform.add(words % 4 === 0 ? { text: null } : {}, sameSecond),
  edit(platform, { at, sameSecond, words }) {
    const entry = pick(at, platform.listShown());
    if (entry === undefined) return;
    entry.previous = entry.review;
    entry.review = {
      ...entry.review,
      text: `${textMarker} edited ${words}`,
      rating: (words % 5) + 1,
      editedAt: platform.nextTimestamp(sameSecond),
    };
    entry.atHead = platform.behavior.editsFirst && !sameSecond;
  },
  reply(platform, { at, state }) {
    const entry = pick(at, platform.listShown());
    if (entry === undefined) return;
    const reply: PlatformReply | null =
      state === 'none'
        ? null
        : {
            text: `${textMarker} reply`,
            at: platform.nextTimestamp(false),
            state,
            reason: state === 'failed' ? 'policy' : null,
          };
    entry.review = { ...entry.review, reply };
    entry.atHead = false;
  },
  delete(platform, { at }) {
    const entry = pick(at, platform.listShown());
    if (entry !== undefined) entry.exists = false;
  },
  restore(platform, { at }) {
    const entry = pick(
      at,
      platform.listAll().filter((one) => !one.exists),
    );
    if (entry === undefined) return;
    entry.exists = true;
    entry.atHead = false;
  },
  repost(platform, { at }) {
    const entry = pick(at, platform.listShown());
    if (entry === undefined) return;
    entry.exists = false;
    platform.add({ authorName: entry.review.authorName, text: entry.review.text }, false);
  },
  'mass-vanish'(platform, { keepEvery }) {
    for (const [index, entry] of platform.listShown().entries())
      if (keepEvery === 0 || index % keepEvery !== 0) entry.exists = false;
  },
  'mass-return'(platform) {
    for (const entry of platform.listAll().filter((one) => !one.exists)) {
      entry.exists = true;
      entry.atHead = false;
    }
  },
  malform(platform, { at }) {
    const entry = pick(at, platform.listShown());
    if (entry === undefined) return;
    entry.malformed = true;
    entry.atHead = false;
  },
  mend(platform) {
    for (const entry of platform.listAll()) entry.malformed = false;
  },
  'count-lies'(platform, { by }) {
    platform.countOffset = by;
  },
  'count-true'(platform) {
    platform.countOffset = 0;
  },
  'refuse-cursors'(platform) {
    platform.generation += 1;
  },
  'short-pages'(platform, { size }) {
    platform.pageSize = size;
  },
  'empty-page'(platform) {
    platform.nextPageEmpty = true;
  },
  'token-loop'(platform) {
    platform.repeatsCursor = true;
  },
  'serve-stale'(platform) {
    platform.nextPageStale = true;
  },
  fail(platform, { times, with: fault }) {
    platform.faults.push(...Array.from({ length: times }, () => fault));
  },
};
