/** For tests only: an account whose place gets reviews, by syncs as they happen, and what its members hear of them. */
import type { AlertChoices } from '@kindling/contract/profile';
import { sql } from 'kysely';
import type { PlatformReview } from '../connectors/connector.ts';
import { inTenant } from '../db/transaction.ts';
import type { AlertsDeps } from '../features/alerts/deps.ts';
import { alertsSlice } from '../features/alerts/module.ts';
import { runSync } from '../features/sync/run-sync.ts';
import { deliverAllEvents } from './deliver-events.ts';
import { type ConnectedListing, signInWithListing } from './factories.ts';
import { aReview } from './fake-connector.ts';
import { mailsTo } from './team-fixture.ts';
import type { TestApp, TestUser } from './test-app.ts';

type Trigger = 'first' | 'schedule' | 'manual' | 'notification';

const neverAborted = new AbortController().signal;
const chosen = { version: 2, newReviews: 'all', digest: 'off', monthlyReport: false };

export interface AlertHarness {
  owner: TestUser;
  listing: ConnectedListing;
  /** Reviews at the platform, the newest first, as the next sync reads them. */
  show(reviews: readonly Partial<PlatformReview>[]): PlatformReview[];
  /** Runs a sync, and does what its events ask for. */
  sync(trigger?: Trigger): Promise<void>;
  /** As `show` and `sync`, each review written just now. @returns their ids here */
  post(...reviews: Partial<PlatformReview>[]): Promise<string[]>;
  deliver(): Promise<void>;
}

/** An account with one place that was synced for the first time; its owner wants a mail about every review. */
export async function startAlertHarness(app: TestApp, number: number): Promise<AlertHarness> {
  const { user: owner, place, listing } = await signInWithListing(app, number);
  const { google } = app.platforms;
  await setAlerts(app, owner, {});
  const harness: AlertHarness = {
    owner,
    listing,
    show(reviews) {
      const made = reviews.map((values) => aReview({ writtenAt: new Date(), ...values }));
      const all = [...made, ...(google.reviews.get(place) ?? [])];
      google.reviews.set(
        place,
        all.sort((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime()),
      );
      return made;
    },
    async sync(trigger = 'manual') {
      await inTenant(app.services.db, owner.accountId, (trx) =>
        sql`update listings set next_sync_at = now()`.execute(trx),
      );
      await runSync(app.services.sync, owner.accountId, listing.id, trigger, neverAborted);
      await harness.deliver();
    },
    async post(...reviews) {
      const made = harness.show(reviews);
      await harness.sync();
      return idsOf(
        app,
        owner,
        made.map(({ externalId }) => externalId),
      );
    },
    deliver: () => deliverAllEvents(app.services, owner.accountId),
  };
  harness.show([{ writtenAt: new Date(Date.now() - 60_000) }]);
  await harness.sync('first');
  return harness;
}

/** The ids of reviews of a platform, in this order. */
export async function idsOf(
  app: TestApp,
  { accountId }: Pick<TestUser, 'accountId'>,
  externalIds: readonly string[],
): Promise<string[]> {
  const rows = await inTenant(app.services.db, accountId, (trx) =>
    trx
      .selectFrom('reviews')
      .select(['id', 'external_id'])
      .where('external_id', 'in', [...externalIds])
      .execute(),
  );
  return externalIds.map((external) => {
    const row = rows.find(({ external_id }) => external_id === external);
    if (row === undefined) throw new Error(`The review ${external} is not stored`);
    return row.id;
  });
}

/** What is not named is: every review at once, no digest, no report. */
export function setAlerts(
  app: TestApp,
  { accountId, userId }: Pick<TestUser, 'accountId' | 'userId'>,
  alerts: Partial<AlertChoices>,
): Promise<unknown> {
  return inTenant(app.services.db, accountId, (trx) =>
    trx
      .updateTable('memberships')
      .set({ alerts: JSON.stringify({ ...chosen, ...alerts }) })
      .where('user_id', '=', userId)
      .execute(),
  );
}

/** Mails about reviews, in the order in which they were stored. */
export async function reviewMailsTo(app: TestApp, { email }: Pick<TestUser, 'email'>) {
  const kinds = ['new-review', 'review-digest', 'reviews-assigned', 'monthly-report'];
  return (await mailsTo(app, email)).filter(({ kind }) => kinds.includes(kind));
}

/** The slice's dependencies with a clock of the test. */
export function alertDeps(app: TestApp, now?: Date): AlertsDeps {
  const { deps } = alertsSlice.module(app.services);
  return now === undefined ? deps : { ...deps, now: () => now };
}
