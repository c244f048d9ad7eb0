/** Replies from the owner's word to the platform's, at a platform in memory that fails on demand, on both databases. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorFailure, type FailureKind, type PlatformReview } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { databaseModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings, markReviews } from '../../testing/factories.ts';
import { aReview, createFakeConnector, type FakeConnector } from '../../testing/fake-connector.ts';
import { beginReplyTrial, platformReply, type ReplyTrial } from '../../testing/reply-trial.ts';
import { withPoints } from '../../testing/sync-points.ts';
import { workOnReply } from './send-reply.ts';

const place = 'google-place';
const signal = new AbortController().signal;
const day = 86_400;

describe.each(databaseModes)('replies, %s', (mode) => {
  let app: TestApp;
  let google: FakeConnector;
  let trial: ReplyTrial;
  let listing: ConnectedListing;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode);
    google = app.platforms.google;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { reply, lookUp, capabilities } = createFakeConnector('google');
    Object.assign(google, { reply: reply, lookUp, capabilities });
    Object.assign(google, rebound());
    people += 1;
    google.replies.length = 0;
    google.failures.length = 0;
    google.calls.length = 0;
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_pace').execute());
    const user = await app.signIn(`owner${people}@example.com`);
    trial = beginReplyTrial(app, user);
    const [first] = (await connectListings(app, user)).listings;
    if (first === undefined) throw new Error('No listing');
    listing = first;
  });
});
