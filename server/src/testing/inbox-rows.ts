/** For tests only: a row in each table of what members do with reviews. */
import { inTenant } from '../db/transaction.ts';
import { addReplyTools } from './reply-tools.ts';
import { addSavedView } from './saved-view-fixture.ts';
import type { TestApp, TestUser } from './test-app.ts';
import { addTriage } from './triage-fixture.ts';

export async function addInboxRows(
  app: TestApp,
  user: TestUser,
  ids: { mark: string; businessId: string; locationId: string; reviewId: string; embedId: string },
): Promise<void> {
  const { mark, businessId, locationId, reviewId, embedId } = ids;
  const { bulkActionId } = await addTriage(app, user, { mark, tagMark: mark, reviewId });
  await addReplyTools(app, user, mark, businessId);
  await addSavedView(user, mark, locationId);
  const { accountId: account_id } = user;
  await inTenant(app.services.db, account_id, async (trx) => {
    await trx
      .insertInto('bulk_action_parts')
      .values({ account_id, bulk_action_id: bulkActionId, part: 0, review_ids: [reviewId] })
      // The job of the action may have written it.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('embed_state_days')
      .values({ account_id, embed_id: embedId, day: '2026-05-04', state: 'OR', views: 3 })
      .execute();
  });
}
