/**
 * For tests only: the platform in memory that the model test compares our copy with. It changes between pages, uses
 * offset pagination (so that a list that shifts skips and repeats reviews, as real ones do), sends wrong counts and fails
 * on demand. It also records calls that the sync must not make.
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
  #scheduled: { pages: number; event: PlatformEvent }[] = [];
  /** The virtual clock in milliseconds. */
  #clock = 0;
  #notBefore = 0;
  #presentIds = new Set<string>();
  #expected: PlatformReview[] = [];

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
    this.#presentIds = new Set(shown.map(({ review }) => review.externalId));
    this.#scheduled = [];
    this.#expected = shown.flatMap((entry) => (entry.atHead ? [entry.review] : []));
  }

  presentThroughout(): ReadonlySet<string> {
    return this.#presentIds;
  }

  mustBeFound(): readonly PlatformReview[] {
    return this.#expected;
  }

  apply(event: PlatformEvent | ControlCommand): void {
    if (event.do === 'order') throw new Error('The platform in memory takes no orders');
    this.#platform.apply(event);
    // A review that does not exist at this moment may count as removed.
    for (const id of this.#presentIds)
      if (this.#platform.entries.get(id)?.exists !== true) this.#presentIds.delete(id);
  }

  applyAfterPages(pages: number, event: PlatformEvent): void {
    this.#scheduled.push({ pages, event });
  }

  listReviews(): PlatformReview[] {
    return this.#platform.listShown().map(({ review }) => review);
  }

  endTrouble(): void {
    this.#scheduled = [];
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

  reset(behavior: PlatformBehavior): void {
    this.#platform.reset(behavior);
    Object.assign(this.connector.capabilities, { editsFirst: behavior.editsFirst });
    this.#presentIds = new Set();
    this.#notBefore = 0;
    this.#clock = 0;
    this.endTrouble();
    this.reauthorize(false);
    this.violations = [];
    this.calls = 0;
  }

  /** Counts the call, records a violation where the call must not happen, and fails when a fault is due. */
  #recordCall(name: string): number {
    this.calls += 1;
    if (this.callsForbidden) this.violations.push(`${name} although the owner has not reconnected`);
    if (this.#clock < this.#notBefore)
      this.violations.push(`${name} ${Math.round((this.#notBefore - this.#clock) / 1000)} s too early`);
    const fault = this.#platform.faults.shift();
    if (fault === undefined) return 0;
    switch (fault.fault) {
      case 'busy':
        if (fault.seconds === null) throw new ConnectorFailure('retry-after', 'busy', { reach: fault.reach });
        this.#notBefore = Math.max(this.#notBefore, this.#clock + fault.seconds * 1000);
        throw new ConnectorFailure('retry-after', 'busy', { retryAfter: fault.seconds, reach: fault.reach });
      case 'down':
        throw new ConnectorFailure('retry-after', 'down');
      case 'unexpected-answer':
        throw new ConnectorFailure('unexpected-answer', 'nonsense');
      case 'gone':
        throw new ConnectorFailure('gone', 'no such place');
      case 'unverified':
        throw new ConnectorFailure('rejected', 'location unverified', { reason: 'location-unverified' });
      case 'ease-off':
        // The call succeeds, but its response asks for a pause.
        return fault.seconds;
      default: {
        this.#platform.faults = [];
        this.callsForbidden = true;
        throw new ConnectorFailure(fault.fault === 'revoked' ? 'reauthorize' : fault.fault, fault.fault);
      }
    }
  }

  #applyDueEvents(): void {
    for (const one of this.#scheduled) one.pages -= 1;
    const due = this.#scheduled.filter((one) => one.pages <= 0);
    this.#scheduled = this.#scheduled.filter((one) => one.pages > 0);
    for (const one of due) this.apply(one.event);
  }

  async #fetchReviews(cursor: string | null): Promise<ReviewPage> {
    const easeOffSeconds = this.#recordCall('fetchReviews');
    const [age, offset] = cursor === null ? [this.#platform.generation, 0] : cursor.split(':').map(Number);
    if (age !== this.#platform.generation || offset === undefined)
      throw new ConnectorFailure('rejected', 'page token refused', { reason: 'page-token-refused' });
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
        if (stale) this.#expected = this.#expected.filter((review) => review !== entry.review);
        return stale ? entry.previous : entry.review;
      }),
      skipped: items
        .filter((entry) => entry.malformed)
        .map(({ review }) => ({ hash: `hash of ${review.externalId}`, reason: 'starRating: strange' })),
      // An empty page has another token for the same position, as on a real platform.
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
    // The pause matters between two pages only: the next call after the last page is a regular sync later.
    if (page.nextCursor !== null)
      this.#notBefore = Math.max(this.#notBefore, this.#clock + easeOffSeconds * 1000);
    this.#applyDueEvents();
    return page;
  }

  async #lookUp(externalId: string): Promise<LookUp> {
    if (this.#platform.behavior.lookUp === 'none') return { found: 'unknown' };
    const easeOffSeconds = this.#recordCall('lookUp');
    const pauses = easeOffSeconds > 0 ? { easeOffSeconds } : {};
    const entry = this.#platform.entries.get(externalId);
    if (entry === undefined || !entry.exists) return { found: 'gone', ...pauses };
    if (entry.malformed)
      throw new ConnectorFailure('unexpected-answer', 'a 200 does not fit its schema at starRating');
    const { review } = entry;
    return this.#platform.behavior.lookUp === 'partial'
      ? { found: 'there', partial: true, review: { ...review, authorName: null }, ...pauses }
      : { found: 'there', review, ...pauses };
  }
}
