/**
 * For tests only: a platform in memory that is the truth of the model test. It changes between any two pages, pages by
 * offset (so a list that shifts skips and repeats, as real ones do), lies about its count, and fails as it is told. It
 * watches us too: calls that should not have been made are its complaints.
 */
import {
  ConnectorFailure,
  type PlatformReply,
  type PlatformReview,
  type ReviewPage,
} from '../../connectors/connector.ts';
import { pageTokenRefused } from '../../connectors/kit/platform-call.ts';
import { createFakeConnector, type FakeConnector } from '../fake-connector.ts';
import {
  type Fault,
  type Happening,
  type Manners,
  modelPlace,
  type Order,
  textMark,
  type World,
} from './world.ts';

interface Entry {
  review: PlatformReview;
  /** As it was before its last edit. */
  before: PlatformReview;
  living: boolean;
  /** Handed out in a shape that nobody can read. */
  malformed: boolean;
  /** Its last change put it at the head of the list, alone in its second. */
  atHead: boolean;
}

/** The platform in memory. */
export interface MemoryWorld extends World {
  connector: FakeConnector;
  reset(manners: Manners): void;
  happen(happening: Happening | Order): void;
  living(): PlatformReview[];
}

export function createWorld(): MemoryWorld {
  const connector = createFakeConnector('google');
  const capabilities = { ...connector.capabilities };
  let entries = new Map<string, Entry>();
  let manners: Manners = { editsFirst: true, lookUp: 'whole' };
  let seconds = 0;
  let made = 0;
  let generation = 0;
  let lie = 0;
  let loops = false;
  let emptyNext = false;
  let staleNext = false;
  let faults: Fault[] = [];
  let later: { pages: number; happening: Happening }[] = [];
  /** The virtual clock, in ms, by which pauses are measured. */
  let clock = 0;
  let notBefore = 0;
  let watched = new Set<string>();
  let findable: PlatformReview[] = [];

  const list = () => [...entries.values()];
  const pick = (at: number, from: Entry[]): Entry | undefined => from[at % Math.max(1, from.length)];
  const tick = (sameSecond: boolean): Date => {
    if (!sameSecond) seconds += 1;
    return new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
  };
  const order = (review: PlatformReview): number =>
    (manners.editsFirst ? (review.editedAt ?? review.writtenAt) : review.writtenAt).getTime();
  const shown = (): Entry[] =>
    list()
      .filter((entry) => entry.living)
      .sort(
        (a, b) => order(b.review) - order(a.review) || (a.review.externalId < b.review.externalId ? -1 : 1),
      );

  function add(changes: Partial<PlatformReview>, sameSecond: boolean): void {
    made += 1;
    const review: PlatformReview = {
      externalId: `${modelPlace}/${String(made).padStart(4, '0')}`,
      resourceName: null,
      authorName: `Author ${made}`,
      authorPhotoUrl: null,
      anonymous: made % 7 === 0,
      rating: (made % 5) + 1,
      recommendation: null,
      text: made % 6 === 0 ? null : `${textMark} ${made}`,
      translation: null,
      writtenAt: tick(sameSecond),
      editedAt: null,
      reply: null,
      permalink: null,
      mediaCount: made % 3,
      ...changes,
    };
    entries.set(review.externalId, {
      review,
      before: review,
      living: true,
      malformed: false,
      atHead: !sameSecond,
    });
  }

  const happenings: { [Kind in Happening['do']]: (one: Extract<Happening, { do: Kind }>) => void } = {
    post: ({ sameSecond, words }) => add(words % 4 === 0 ? { text: null } : {}, sameSecond),
    edit({ at, sameSecond, words }) {
      const entry = pick(at, shown());
      if (entry === undefined) return;
      entry.before = entry.review;
      entry.review = {
        ...entry.review,
        text: `${textMark} edited ${words}`,
        rating: (words % 5) + 1,
        editedAt: tick(sameSecond),
      };
      entry.atHead = manners.editsFirst && !sameSecond;
    },
    reply({ at, state }) {
      const entry = pick(at, shown());
      if (entry === undefined) return;
      const reply: PlatformReply | null =
        state === 'none'
          ? null
          : {
              text: `${textMark} reply`,
              at: tick(false),
              state,
              reason: state === 'failed' ? 'policy' : null,
            };
      entry.review = { ...entry.review, reply };
      entry.atHead = false;
    },
    delete({ at }) {
      const entry = pick(at, shown());
      if (entry !== undefined) entry.living = false;
    },
    restore({ at }) {
      const entry = pick(
        at,
        list().filter((one) => !one.living),
      );
      if (entry === undefined) return;
      entry.living = true;
      entry.atHead = false;
    },
    repost({ at }) {
      const entry = pick(at, shown());
      if (entry === undefined) return;
      entry.living = false;
      add({ authorName: entry.review.authorName, text: entry.review.text }, false);
    },
    'mass-vanish'({ keepEvery }) {
      for (const [index, entry] of shown().entries())
        if (keepEvery === 0 || index % keepEvery !== 0) entry.living = false;
    },
    'mass-return'() {
      for (const entry of list().filter((one) => !one.living)) {
        entry.living = true;
        entry.atHead = false;
      }
    },
    malform({ at }) {
      const entry = pick(at, shown());
      if (entry === undefined) return;
      entry.malformed = true;
      entry.atHead = false;
    },
    mend() {
      for (const entry of list()) entry.malformed = false;
    },
    'count-lies'({ by }) {
      lie = by;
    },
    'count-true'() {
      lie = 0;
    },
    'refuse-cursors'() {
      generation += 1;
    },
    'short-pages'({ size }) {
      connector.pageSize = size;
    },
    'empty-page'() {
      emptyNext = true;
    },
    'token-loop'() {
      loops = true;
    },
    'serve-stale'() {
      staleNext = true;
    },
    fail({ times, with: fault }) {
      faults.push(...Array.from({ length: times }, () => fault));
    },
  };

  function happen(happening: Happening | Order): void {
    if (happening.do === 'order') throw new Error('The platform in memory takes no orders');
    (happenings[happening.do] as (one: Happening) => void)(happening);
    // What is not there, or not readable, at this moment may be taken for gone.
    for (const id of watched) {
      const entry = entries.get(id);
      if (entry === undefined || !entry.living) watched.delete(id);
    }
  }

  /** Notes the call, complains of one that should not be, and fails as it was told. */
  function meet(name: string): number {
    world.calls += 1;
    if (world.silenced) world.complaints.push(`I8 ${name} though the owner has not acted yet`);
    if (clock < notBefore)
      world.complaints.push(`I7 ${name} ${Math.round((notBefore - clock) / 1000)} s too early`);
    const fault = faults.shift();
    if (fault === undefined) return 0;
    switch (fault.fault) {
      case 'busy':
        if (fault.seconds === null) throw new ConnectorFailure('retry-after', 'busy', { reach: fault.reach });
        notBefore = Math.max(notBefore, clock + fault.seconds * 1000);
        throw new ConnectorFailure('retry-after', 'busy', { retryAfter: fault.seconds, reach: fault.reach });
      case 'down':
        throw new ConnectorFailure('retry-after', 'down');
      case 'broken':
        throw new ConnectorFailure('broken', 'nonsense');
      case 'gone':
        throw new ConnectorFailure('gone', 'no such place');
      case 'unverified':
        throw new ConnectorFailure('rejected', 'location unverified');
      case 'ease-off':
        // Not a failure of the call: its answer asks for a pause.
        return fault.seconds;
      default: {
        faults = [];
        world.silenced = true;
        throw new ConnectorFailure(fault.fault === 'revoked' ? 'reauthorise' : fault.fault, fault.fault);
      }
    }
  }

  function nextHappenings(): void {
    for (const one of later) one.pages -= 1;
    const due = later.filter((one) => one.pages <= 0);
    later = later.filter((one) => one.pages > 0);
    for (const one of due) happen(one.happening);
  }

  connector.listings = connector.listings.map((listing) => ({ ...listing, externalId: modelPlace }));
  connector.fetchReviews = async (_tokens, _listing, cursor) => {
    const easeOffSeconds = meet('fetchReviews');
    const [age, offset] = cursor === null ? [generation, 0] : cursor.split(':').map(Number);
    if (age !== generation || offset === undefined) throw new ConnectorFailure('rejected', pageTokenRefused);
    const all = shown();
    const empty = emptyNext;
    emptyNext = false;
    const next = empty ? offset : offset + connector.pageSize;
    const items = all.slice(offset, next);
    const readable = items.filter((entry) => !entry.malformed);
    const stale = staleNext;
    staleNext = false;
    const stars = all.flatMap(({ review }) => (review.rating === null ? [] : [review.rating]));
    const looping = loops && cursor !== null;
    if (looping) loops = false;
    const page: ReviewPage = {
      reviews: readable.map((entry) => {
        if (stale) findable = findable.filter((review) => review !== entry.review);
        return stale ? entry.before : entry.review;
      }),
      setAside: items
        .filter((entry) => entry.malformed)
        .map(({ review }) => ({ hash: `hash of ${review.externalId}`, reason: 'starRating: strange' })),
      // An empty page names another token for the same place, as a platform would.
      nextCursor: looping
        ? cursor
        : next < all.length || empty
          ? `${generation}:${next}${empty ? '.0' : ''}`
          : null,
      average: stars.length === 0 ? null : stars.reduce((sum, star) => sum + star, 0) / stars.length,
      count: Math.max(0, all.length + lie),
      requests: 1,
      ...(easeOffSeconds > 0 ? { easeOffSeconds } : {}),
    };
    // Between two pages we keep to it; after the last one the next call is a regular sync away anyway.
    if (page.nextCursor !== null) notBefore = Math.max(notBefore, clock + easeOffSeconds * 1000);
    nextHappenings();
    return page;
  };
  connector.lookUp = async (_tokens, _listing, address) => {
    if (manners.lookUp === 'none') return { found: 'unknown' };
    const easeOffSeconds = meet('lookUp');
    const pauses = easeOffSeconds > 0 ? { easeOffSeconds } : {};
    const entry = entries.get(address.externalId);
    if (entry === undefined || !entry.living) return { found: 'gone', ...pauses };
    if (entry.malformed) throw new ConnectorFailure('broken', 'a 200 does not fit its schema at starRating');
    const { review } = entry;
    return manners.lookUp === 'partial'
      ? { found: 'there', partial: true, review: { ...review, authorName: null }, ...pauses }
      : { found: 'there', review, ...pauses };
  };

  const world: MemoryWorld = {
    connector: Object.assign(connector, { capabilities }),
    silenced: false,
    complaints: [],
    calls: 0,
    look() {},
    beginWatch() {
      watched = new Set(shown().map(({ review }) => review.externalId));
      later = [];
      findable = shown().flatMap((entry) => (entry.atHead ? [entry.review] : []));
    },
    stayed: () => watched,
    findable: () => findable,
    happen,
    happenAfter: (pages, happening) => void later.push({ pages, happening }),
    living: () => shown().map(({ review }) => review),
    calm() {
      faults = [];
      later = [];
      lie = 0;
      loops = false;
      emptyNext = false;
      staleNext = false;
      for (const entry of list()) entry.malformed = false;
    },
    authorised(other) {
      world.silenced = false;
      connector.account = other
        ? { externalId: 'account-b', displayName: 'B' }
        : { externalId: 'account-a', displayName: 'A' };
      faults = faults.filter(({ fault }) => !['revoked', 'withdrawn', 'not-approved'].includes(fault));
    },
    pass(seconds) {
      clock += seconds * 1000;
    },
    reset(next) {
      entries = new Map();
      manners = next;
      Object.assign(capabilities, { editsFirst: next.editsFirst });
      connector.pageSize = 3;
      generation += 1;
      notBefore = 0;
      watched = new Set();
      world.calm();
      world.authorised(false);
      world.complaints = [];
      world.calls = 0;
      clock = 0;
    },
  };
  return world;
}
