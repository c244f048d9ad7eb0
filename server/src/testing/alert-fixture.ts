/** For tests only: a row in each table of what members hear of. */
import { inTenant } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** The account may have the rows of another fixture. */
export async function addAlerts(
  app: TestApp,
  { accountId, userId }: Pick<TestUser, 'accountId' | 'userId'>,
  { locationId, reviewId, connectionId }: { locationId: string; reviewId: string; connectionId: string },
): Promise<void> {
  const account_id = accountId;
  const user_id = userId;
  const at = new Date();
  const day = at.toISOString().slice(0, 10);
  await inTenant(app.services.db, accountId, async (trx) => {
    const common = { account_id, at };
    await trx
      .insertInto('news')
      .values([
        { ...common, id: newId(), kind: 'review', subject_id: reviewId, location_id: locationId },
        { ...common, id: newId(), kind: 'connection', subject_id: connectionId, location_id: null },
      ])
      .execute();
    await trx
      .insertInto('review_alerts')
      .values({ account_id, review_id: reviewId, user_id, due_at: at, done_at: at })
      .execute();
    await trx
      .insertInto('assignment_alerts')
      .values({ account_id, review_id: reviewId, user_id, assigned_at: at, due_at: at, done_at: at })
      .execute();
    const ofMember = { account_id, user_id };
    await trx
      .insertInto('assignment_mails')
      .values({ ...ofMember, mailed_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('news_visits')
      .values({ ...ofMember, seen_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('digests')
      .values({ ...ofMember, kind: 'daily', day, due_at: at, done_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('digest_days')
      .values({ account_id, day })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
