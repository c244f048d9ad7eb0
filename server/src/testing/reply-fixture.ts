/** For tests only: a signed-in owner, one listing at a platform in memory, and the reply of its review there. */
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { PlatformReview } from '../connectors/connector.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import type { DatabaseMode } from './database.ts';
import { addReviews, type ConnectedListing, connectListings } from './factories.ts';
import { aReview, type FakeConnector } from './fake-connector.ts';
import { createReplyHarness, platformReply, type ReplyHarness } from './reply-harness.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** The listing's id at the platform. */
export const listingExternalId = 'google-place';

export interface ReplyFixture {
  app: TestApp;
  google: FakeConnector;
  /** The platform's functions before a test replaces them. */
  original: FakeConnector;
  /** For the owner of the current test. */
  harness: ReplyHarness;
  listing: ConnectedListing;
}

/** Sets the app up once for the file; each test gets a new owner and an empty platform. */
export function useReplyFixture(mode: DatabaseMode) {
  const fixture = {} as ReplyFixture;
  let people = 0;

  beforeAll(async () => {
    fixture.app = await startTestApp(mode);
    fixture.google = fixture.app.platforms.google;
    fixture.original = { ...fixture.google };
  });
  afterAll(() => fixture.app.close());
  beforeEach(async () => {
    const { app, google } = fixture;
    Object.assign(google, fixture.original);
    for (const list of [google.replies, google.failures, google.calls]) list.length = 0;
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_rate_limits').execute());
    people += 1;
    const user = await app.signIn(`owner${people}@example.com`);
    fixture.harness = createReplyHarness(app, user);
    const [first] = (await connectListings(app, user)).listings;
    if (first === undefined) throw new Error('No listing');
    fixture.listing = first;
  });

  const platformReview = () => fixture.google.reviews.get(listingExternalId)?.[0];

  function setReplyState(state: 'sending' | 'published' | 'failed', reason: string | null = null): void {
    const review = platformReview();
    if (!review?.reply) throw new Error('No reply');
    fixture.google.reviews.set(listingExternalId, [{ ...review, reply: { ...review.reply, state, reason } }]);
  }

  return {
    stage: fixture,
    answerAs: setReplyState,
    tenant: <T>(query: RawBuilder<T>) =>
      inTenant(
        fixture.app.services.db,
        fixture.harness.user.accountId,
        async (trx) => (await query.execute(trx)).rows,
      ),
    /** Adds a review at the platform and in the database. @returns its id */
    async givenReview(changes: Partial<PlatformReview> = {}): Promise<string> {
      const review = aReview(changes);
      fixture.google.reviews.set(listingExternalId, [review]);
      await addReviews(fixture.app, fixture.harness.user, fixture.listing, [review]);
      return (await fixture.harness.findReview(review.text ?? '')).id;
    },
    /** The reply at the platform. */
    platformReply: () => platformReview()?.reply ?? null,
    setPlatformReply(reply: PlatformReview['reply']): void {
      const review = platformReview();
      if (review !== undefined) fixture.google.reviews.set(listingExternalId, [{ ...review, reply }]);
    },
    /** Stores what the platform shows now, as a sync does. */
    sync: () =>
      addReviews(
        fixture.app,
        fixture.harness.user,
        fixture.listing,
        fixture.google.reviews.get(listingExternalId) ?? [],
      ),
    /** Makes the platform moderate replies before it shows them. */
    moderateReplies(): void {
      fixture.google.reply = async (...call) => {
        await fixture.original.reply(...call);
        setReplyState('sending');
        return platformReply(call[3], 'sending');
      };
    },
  };
}
