/**
 * For tests only: a platform in memory that is the truth of the model test. It changes between any two pages, pages by
 * offset (so a list that shifts skips and repeats, as real ones do), lies about its count, and fails as it is told. It
 * watches us too: calls that should not have been made are its complaints.
 */
import {
  type Connector,
  ConnectorFailure,
  type PlatformReview,
  type ReviewPage,
} from '../../connectors/connector.ts';
import { createFakeConnector, type FakeConnector } from '../fake-connector.ts';
import { MemoryPlatformState } from './memory-platform-state.ts';
import {
  type ControlCommand,
  type ModelPlatform,
  modelLocation,
  type PlatformBehavior,
  type PlatformEvent,
} from './model-platform.ts';

type LookUp = Awaited<ReturnType<NonNullable<Connector['lookUp']>>>;

/** A platform in memory and its connector. */
export class MemoryPlatform implements ModelPlatform {
  readonly connector: FakeConnector = createFakeConnector('google');
  callsForbidden = false;
  violations: string[] = [];
  calls = 0;
  readonly #platform = new MemoryPlatformState();
  #later: { pages: number; happening: PlatformEvent }[] = [];
  /** The virtual clock, in ms, by which pauses are measured. */
  #clock = 0;
  #notBefore = 0;
  #watched = new Set<string>();
  #findable: PlatformReview[] = [];

  constructor() {
    const { connector } = this;
    Object.assign(connector, { capabilities: { ...connector.capabilities } });
    connector.listings = connector.listings.map((listing) => ({ ...listing, externalId: modelLocation }));
    connector.fetchReviews = (_tokens, _listing, cursor) => this.#fetchReviews(cursor);
    connector.lookUp = (_tokens, _listing, address) => this.#lookUp(address.externalId);
  }

  refresh(): void {}

  startObserving(): void {
    const shown = this.#platform.listShown();
    this.#watched = new Set(shown.map(({ review }) => review.externalId));
    this.#later = [];
    this.#findable = shown.flatMap((entry) => (entry.atHead ? [entry.review] : []));
  }

  presentThroughout(): ReadonlySet<string> {
    return this.#watched;
  }

  mustBeFound(): readonly PlatformReview[] {
    return this.#findable;
  }

  apply(happening: PlatformEvent | ControlCommand): void {
    if (happening.do === 'order') throw new Error('The platform in memory takes no orders');
    this.#platform.apply(happening);
    // What is not there, or not readable, at this moment may be taken for gone.
    for (const id of this.#watched)
      if (this.#platform.entries.get(id)?.exists !== true) this.#watched.delete(id);
  }

  applyAfterPages(pages: number, happening: PlatformEvent): void {
    this.#later.push({ pages, happening });
  }

  listReviews(): PlatformReview[] {
    return this.#platform.listShown().map(({ review }) => review);
  }

  endTrouble(): void {
    this.#later = [];
    this.#platform.endTrouble();
  }

  reauthorize(other: boolean): void {
    this.callsForbidden = false;
    this.connector.account = other
      ? { externalId: 'account-b', displayName: 'B' }
      : { externalId: 'account-a', displayName: 'A' };
    const final = ['revoked', 'withdrawn', 'not-approved'];
    this.#platform.faults = this.#platform.faults.filter(({ fault }) => !final.includes(fault));
  }

  advanceClock(seconds: number): void {
    this.#clock += seconds * 1000;
  }

  reset(manners: PlatformBehavior): void {
    this.#platform.reset(manners);
    Object.assign(this.connector.capabilities, { editsFirst: manners.editsFirst });
    this.#watched = new Set();
    this.#notBefore = 0;
    this.#clock = 0;
    this.endTrouble();
    this.reauthorize(false);
    this.violations = [];
    this.calls = 0;
  }

  /** Notes the call, complains of one that should not be, and fails as it was told. */
  #meet(name: string): number {
    this.calls += 1;
    if (this.callsForbidden) this.violations.push(`I8 ${name} though the owner has not acted yet`);
    if (this.#clock < this.#notBefore)
      this.violations.push(`I7 ${name} ${Math.round((this.#notBefore - this.#clock) / 1000)} s too early`);
    const fault = this.#platform.faults.shift();
    if (fault === undefined) return 0;
    switch (fault.fault) {
      case 'busy':
        if (fault.seconds === null) throw new ConnectorFailure('retry-after', 'busy', { reach: fault.reach });
        this.#notBefore = Math.max(this.#notBefore, this.#clock + fault.seconds * 1000);
        throw new ConnectorFailure('retry-after', 'busy', { retryAfter: fault.seconds, reach: fault.reach });
      case 'down':
        throw new ConnectorFailure('retry-after', 'down');
      case 'broken':
        throw new ConnectorFailure('broken', 'nonsense');
      case 'gone':
        throw new ConnectorFailure('gone', 'no such place');
      case 'unverified':
        throw new ConnectorFailure('rejected', 'the location is not verified', {
          reason: 'location-unverified',
        });
      case 'ease-off':
        // Not a failure of the call: its answer asks for a pause.
        return fault.seconds;
      default: {
        this.#platform.faults = [];
        this.callsForbidden = true;
        throw new ConnectorFailure(fault.fault === 'revoked' ? 'reauthorise' : fault.fault, fault.fault);
      }
    }
  }

  #nextHappenings(): void {
    for (const one of this.#later) one.pages -= 1;
    const due = this.#later.filter((one) => one.pages <= 0);
    this.#later = this.#later.filter((one) => one.pages > 0);
    for (const one of due) this.apply(one.happening);
  }

  async #fetchReviews(cursor: string | null): Promise<ReviewPage> {
    const easeOffSeconds = this.#meet('fetchReviews');
    const [age, offset] = cursor === null ? [this.#platform.generation, 0] : cursor.split(':').map(Number);
    if (age !== this.#platform.generation || offset === undefined)
      throw new ConnectorFailure('rejected', 'the page token was refused', { reason: 'page-token-refused' });
    const all = this.#platform.listShown();
    const empty = this.#platform.nextPageEmpty;
    this.#platform.nextPageEmpty = false;
    const next = empty ? offset : offset + this.#platform.pageSize;
    const items = all.slice(offset, next);
    const readable = items.filter((entry) => !entry.malformed);
    const stale = this.#platform.nextPageStale;
    this.#platform.nextPageStale = false;
    const stars = all.flatMap(({ review }) => (review.rating === null ? [] : [review.rating]));
    const looping = this.#platform.repeatsCursor && cursor !== null;
    if (looping) this.#platform.repeatsCursor = false;
    const page: ReviewPage = {
      reviews: readable.map((entry) => {
        if (stale) this.#findable = this.#findable.filter((review) => review !== entry.review);
        return stale ? entry.previous : entry.review;
      }),
      setAside: items
        .filter((entry) => entry.malformed)
        .map(({ review }) => ({ hash: `hash of ${review.externalId}`, reason: 'starRating: strange' })),
      // An empty page names another token for the same place, as a platform would.
      nextCursor: looping
        ? cursor
        : next < all.length || empty
          ? `${this.#platform.generation}:${next}${empty ? '.0' : ''}`
          : null,
      average: stars.length === 0 ? null : stars.reduce((sum, star) => sum + star, 0) / stars.length,
      count: Math.max(0, all.length + this.#platform.countOffset),
      requests: 1,
      ...(easeOffSeconds > 0 ? { easeOffSeconds } : {}),
    };
    // Between two pages we keep to it; after the last one the next call is a regular sync away anyway.
    if (page.nextCursor !== null)
      this.#notBefore = Math.max(this.#notBefore, this.#clock + easeOffSeconds * 1000);
    this.#nextHappenings();
    return page;
  }

  async #lookUp(externalId: string): Promise<LookUp> {
    if (this.#platform.behavior.lookUp === 'none') return { found: 'unknown' };
    const easeOffSeconds = this.#meet('lookUp');
    const pauses = easeOffSeconds > 0 ? { easeOffSeconds } : {};
    const entry = this.#platform.entries.get(externalId);
    if (entry === undefined || !entry.exists) return { found: 'gone', ...pauses };
    if (entry.malformed) throw new ConnectorFailure('broken', 'a 200 does not fit its schema at starRating');
    const { review } = entry;
    return this.#platform.behavior.lookUp === 'partial'
      ? { found: 'there', partial: true, review: { ...review, authorName: null }, ...pauses }
      : { found: 'there', review, ...pauses };
  }
}
