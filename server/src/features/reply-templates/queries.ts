import {
  type ReplyTemplate,
  type ReplyTemplateFields,
  replyTemplateSchema,
} from '@kindling/contract/reply-templates';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

const columns = ['id', 'name', 'texts', 'ratings', 'recommendations', 'business_id', 'version'] as const;

/** By name. */
export async function listTemplateRows(trx: Transaction<DB>, accountId: string): Promise<ReplyTemplate[]> {
  const rows = await trx
    .selectFrom('reply_templates')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return rows.map(present);
}

export async function countTemplates(trx: Transaction<DB>, accountId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('reply_templates')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function hasBusiness(trx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('businesses')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertTemplate(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  fields: ReplyTemplateFields,
): Promise<ReplyTemplate> {
  const row = await trx
    .insertInto('reply_templates')
    .values({ account_id: accountId, id, ...toColumns(fields) })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return present(row);
}

/** @returns null for none with this id; `conflict` for another version */
export async function updateTemplate(
  trx: Transaction<DB>,
  accountId: string,
  { id, version }: { id: string; version: number },
  fields: ReplyTemplateFields,
): Promise<ReplyTemplate | 'conflict' | null> {
  const row = await trx
    .updateTable('reply_templates')
    .set({ ...toColumns(fields), version: version + 1 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst();
  if (row !== undefined) return present(row);
  const existing = await trx
    .selectFrom('reply_templates')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return existing === undefined ? null : 'conflict';
}

export async function deleteTemplate(trx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('reply_templates')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

function toColumns({ name, texts, ratings, recommendations, businessId }: ReplyTemplateFields) {
  return {
    name,
    texts: JSON.stringify(texts),
    ratings,
    recommendations,
    business_id: businessId,
  };
}

function present({
  business_id: businessId,
  ...row
}: {
  business_id: string | null;
  [key: string]: unknown;
}) {
  return replyTemplateSchema.parse({ ...row, businessId });
}
