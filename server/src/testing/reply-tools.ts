/** For tests only: a row in each table of the templates of replies and of the assistant. */
import { inTenant } from '../db/transaction.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** @returns the id of the template */
export async function addReplyTools(
  app: TestApp,
  user: TestUser,
  mark: string,
  businessId: string,
): Promise<string> {
  const made = await user.call('POST', '/reply-templates', {
    name: `${mark} template`,
    texts: { any: `${mark} thanks` },
    ratings: [],
    recommendations: [],
    businessId,
  });
  const { accountId: account_id, userId: user_id } = user;
  await inTenant(app.services.db, account_id, async (trx) => {
    await trx
      .insertInto('assistant_settings')
      .values({ account_id, tone: 'brief', facts: `${mark} facts` })
      // A second fixture of the same account.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('assistant_days')
      .values({ account_id, user_id, day: new Date().toISOString().slice(0, 10), drafts: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return (made.json as { template: { id: string } }).template.id;
}
