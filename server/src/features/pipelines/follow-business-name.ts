/** Pipelines that are called like their business follow its name, until somebody gives them one of their own. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import type { RenamedBusiness } from '../businesses/index.ts';
import { keepFormerSlug } from './queries.ts';
import { isSlugFrom, newSlug } from './slug.ts';

/** Characters of the name that the contract lets an owner store. */
const maxNameLength = 60;

/** The name of a business as that of a pipeline, which may be shorter. */
export function pipelineNameOf(name: string): string {
  return toStorableText(name.slice(0, maxNameLength));
}

/**
 * Renames pipelines that still have the former name, in the transaction that renames the business. Their plain link gets the
 * new name as well while nobody has opened it; the former one leads to the page still, because it may be in print.
 */
export async function renamePipelines(
  trx: Transaction<DB>,
  { accountId, businessId, formerName, name }: RenamedBusiness,
): Promise<void> {
  const renamed = await trx
    .updateTable('pipelines')
    .set({ name: pipelineNameOf(name), updated_at: sql<Date>`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('business_id', '=', businessId)
    .where('name', 'in', [formerName, pipelineNameOf(formerName)])
    .returning(['id', 'slug'])
    .execute();
  for (const { id, slug } of renamed)
    if (isSlugFrom(formerName, slug) && !(await isOpened(trx, accountId, id))) {
      const current = newSlug(name);
      await changeSlug(trx, accountId, id, current);
      await keepFormerSlug(trx, accountId, id, { former: slug, current });
    }
}

/** Whether a visit by the plain link was counted, also one at a kiosk, whose address contains it. */
async function isOpened(trx: Transaction<DB>, accountId: string, pipelineId: string): Promise<boolean> {
  const visit = await trx
    .selectFrom('door_days')
    .select('day')
    .where('account_id', '=', accountId)
    .where('pipeline_id', '=', pipelineId)
    .where('door', 'in', ['link', 'kiosk'])
    .where('visits', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return visit !== undefined;
}

async function changeSlug(trx: Transaction<DB>, accountId: string, id: string, slug: string): Promise<void> {
  await trx
    .updateTable('pipelines')
    .set({ slug })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
