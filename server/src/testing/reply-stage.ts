/** For tests only: a signed-in owner, one listing at a platform in memory, and what happens to a review's reply there. */
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { PlatformReview } from '../connectors/connector.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { startTestApp, type TestApp } from './app.ts';
import type { DatabaseMode } from './database.ts';
import { addReviews, type ConnectedListing, connectListings } from './factories.ts';
import { aReview, type FakeConnector } from './fake-connector.ts';
import { beginReplyTrial, platformReply, type ReplyTrial } from './reply-trial.ts';

/** The listing's id at the platform. */
export const place = 'google-place';

export interface ReplyStage {
  app: TestApp;
  google: FakeConnector;
  /** The platform's calls as they are when no test has replaced them. */
  original: FakeConnector;
  /** Of another owner in each test. */
  trial: ReplyTrial;
  listing: ConnectedListing;
}

/** Set up once for the file, with a new owner and a forgetful platform before each test. */
export function useReplyStage(mode: DatabaseMode) {
  const stage = {} as ReplyStage;
  let people = 0;

  beforeAll(async () => {
    stage.app = await startTestApp(mode);
    stage.google = stage.app.platforms.google;
    stage.original = { ...stage.google };
  });
  afterAll(() => stage.app.close());
  beforeEach(async () => {
    const { app, google } = stage;
    Object.assign(google, stage.original);
    for (const list of [google.replies, google.failures, google.calls]) list.length = 0;
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_pace').execute());
    people += 1;
    const user = await app.signIn(`owner${people}@example.com`);
    stage.trial = beginReplyTrial(app, user);
    const [first] = (await connectListings(app, user)).listings;
    if (first === undefined) throw new Error('No listing');
    stage.listing = first;
  });

  const standing = () => stage.google.reviews.get(place)?.[0];

  function answerAs(state: 'sending' | 'published' | 'failed', reason: string | null = null): void {
    const review = standing();
    if (!review?.reply) throw new Error('No reply');
    stage.google.reviews.set(place, [{ ...review, reply: { ...review.reply, state, reason } }]);
  }

  return {
    stage,
    answerAs,
    tenant: <T>(query: RawBuilder<T>) =>
      inTenant(
        stage.app.services.db,
        stage.trial.user.accountId,
        async (trx) => (await query.execute(trx)).rows,
      ),
    /** A review at the platform and here; its id. */
    async given(changes: Partial<PlatformReview> = {}): Promise<string> {
      const review = aReview(changes);
      stage.google.reviews.set(place, [review]);
      await addReviews(stage.app, stage.trial.user, stage.listing, [review]);
      return (await stage.trial.find(review.text ?? '')).id;
    },
    /** What stands under the review at the platform. */
    atPlatform: () => standing()?.reply ?? null,
    someoneWrites(reply: PlatformReview['reply']): void {
      const review = standing();
      if (review !== undefined) stage.google.reviews.set(place, [{ ...review, reply }]);
    },
    /** A sync reads what the platform shows now. */
    sync: () => addReviews(stage.app, stage.trial.user, stage.listing, stage.google.reviews.get(place) ?? []),
    /** The platform checks replies before it shows them. */
    checksReplies(): void {
      stage.google.reply = async (...call) => {
        await stage.original.reply(...call);
        answerAs('sending');
        return platformReply(call[3], 'sending');
      };
    },
  };
}
