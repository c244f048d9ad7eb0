/** For tests only: what a platform in memory holds, how it changes, and the trouble that is laid out for its callers. */
import type { PlatformReply, PlatformReview } from '../../connectors/connector.ts';
import { type Fault, type Happening, type Manners, modelPlace, textMark } from './world.ts';

export interface Entry {
  review: PlatformReview;
  /** As it was before its last edit. */
  before: PlatformReview;
  living: boolean;
  /** Handed out in a shape that nobody can read. */
  malformed: boolean;
  /** Its last change put it at the head of the list, alone in its second. */
  atHead: boolean;
}

export class MemoryPlatform {
  entries = new Map<string, Entry>();
  manners: Manners = { editsFirst: true, lookUp: 'whole' };
  pageSize = 3;
  /** Cursors of an earlier one are refused. */
  generation = 0;
  /** What the count of reviews is off by. */
  lie = 0;
  loops = false;
  emptyNext = false;
  staleNext = false;
  faults: Fault[] = [];
  #seconds = 0;
  #made = 0;

  list(): Entry[] {
    return [...this.entries.values()];
  }

  /** What it shows, in its order. */
  shown(): Entry[] {
    return this.list()
      .filter((entry) => entry.living)
      .sort(
        (a, b) =>
          this.#order(b.review) - this.#order(a.review) ||
          (a.review.externalId < b.review.externalId ? -1 : 1),
      );
  }

  happen(happening: Happening): void {
    (happenings[happening.do] as (platform: MemoryPlatform, one: Happening) => void)(this, happening);
  }

  tick(sameSecond: boolean): Date {
    if (!sameSecond) this.#seconds += 1;
    return new Date(Date.UTC(2026, 0, 1) + this.#seconds * 1000);
  }

  add(changes: Partial<PlatformReview>, sameSecond: boolean): void {
    this.#made += 1;
    const review: PlatformReview = {
      externalId: `${modelPlace}/${String(this.#made).padStart(4, '0')}`,
      resourceName: null,
      authorName: `Author ${this.#made}`,
      authorPhotoUrl: null,
      anonymous: this.#made % 7 === 0,
      rating: (this.#made % 5) + 1,
      recommendation: null,
      text: this.#made % 6 === 0 ? null : `${textMark} ${this.#made}`,
      translation: null,
      writtenAt: this.tick(sameSecond),
      editedAt: null,
      reply: null,
      permalink: null,
      mediaCount: this.#made % 3,
      ...changes,
    };
    this.entries.set(review.externalId, {
      review,
      before: review,
      living: true,
      malformed: false,
      atHead: !sameSecond,
    });
  }

  /** All trouble is over. */
  calm(): void {
    this.faults = [];
    this.lie = 0;
    this.loops = false;
    this.emptyNext = false;
    this.staleNext = false;
    for (const entry of this.list()) entry.malformed = false;
  }

  /** Empty, with other manners. */
  reset(manners: Manners): void {
    this.entries = new Map();
    this.manners = manners;
    this.pageSize = 3;
    this.generation += 1;
    this.calm();
  }

  #order(review: PlatformReview): number {
    return (this.manners.editsFirst ? (review.editedAt ?? review.writtenAt) : review.writtenAt).getTime();
  }
}

const pick = (at: number, from: Entry[]): Entry | undefined => from[at % Math.max(1, from.length)];

const happenings: {
  [Kind in Happening['do']]: (platform: MemoryPlatform, one: Extract<Happening, { do: Kind }>) => void;
} = {
  post: (platform, { sameSecond, words }) => platform.add(words % 4 === 0 ? { text: null } : {}, sameSecond),
  edit(platform, { at, sameSecond, words }) {
    const entry = pick(at, platform.shown());
    if (entry === undefined) return;
    entry.before = entry.review;
    entry.review = {
      ...entry.review,
      text: `${textMark} edited ${words}`,
      rating: (words % 5) + 1,
      editedAt: platform.tick(sameSecond),
    };
    entry.atHead = platform.manners.editsFirst && !sameSecond;
  },
  reply(platform, { at, state }) {
    const entry = pick(at, platform.shown());
    if (entry === undefined) return;
    const reply: PlatformReply | null =
      state === 'none'
        ? null
        : {
            text: `${textMark} reply`,
            at: platform.tick(false),
            state,
            reason: state === 'failed' ? 'policy' : null,
          };
    entry.review = { ...entry.review, reply };
    entry.atHead = false;
  },
  delete(platform, { at }) {
    const entry = pick(at, platform.shown());
    if (entry !== undefined) entry.living = false;
  },
  restore(platform, { at }) {
    const entry = pick(
      at,
      platform.list().filter((one) => !one.living),
    );
    if (entry === undefined) return;
    entry.living = true;
    entry.atHead = false;
  },
  repost(platform, { at }) {
    const entry = pick(at, platform.shown());
    if (entry === undefined) return;
    entry.living = false;
    platform.add({ authorName: entry.review.authorName, text: entry.review.text }, false);
  },
  'mass-vanish'(platform, { keepEvery }) {
    for (const [index, entry] of platform.shown().entries())
      if (keepEvery === 0 || index % keepEvery !== 0) entry.living = false;
  },
  'mass-return'(platform) {
    for (const entry of platform.list().filter((one) => !one.living)) {
      entry.living = true;
      entry.atHead = false;
    }
  },
  malform(platform, { at }) {
    const entry = pick(at, platform.shown());
    if (entry === undefined) return;
    entry.malformed = true;
    entry.atHead = false;
  },
  mend(platform) {
    for (const entry of platform.list()) entry.malformed = false;
  },
  'count-lies'(platform, { by }) {
    platform.lie = by;
  },
  'count-true'(platform) {
    platform.lie = 0;
  },
  'refuse-cursors'(platform) {
    platform.generation += 1;
  },
  'short-pages'(platform, { size }) {
    platform.pageSize = size;
  },
  'empty-page'(platform) {
    platform.emptyNext = true;
  },
  'token-loop'(platform) {
    platform.loops = true;
  },
  'serve-stale'(platform) {
    platform.staleNext = true;
  },
  fail(platform, { times, with: fault }) {
    platform.faults.push(...Array.from({ length: times }, () => fault));
  },
};
