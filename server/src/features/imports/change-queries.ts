/** New versions of reviews that an import keeps until they may be shown. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ImportedReview } from '../reviews/index.ts';

/** As JSON keeps it: times are text. */
type StoredReview = Omit<ImportedReview, 'writtenAt' | 'editedAt' | 'reply'> & {
  writtenAt: string;
  editedAt: string | null;
  reply: (Omit<NonNullable<ImportedReview['reply']>, 'at'> & { at: string | null }) | null;
};

/** Keeps new versions of reviews until they may be shown. */
export async function stageChanges(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
  reviews: readonly ImportedReview[],
): Promise<void> {
  if (reviews.length === 0) return;
  await trx
    .insertInto('import_changes')
    .values(
      reviews.map((review) => ({
        account_id: accountId,
        import_id: importId,
        external_id: review.externalId,
        review: JSON.stringify(review),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'import_id', 'external_id'])
        .doUpdateSet({ review: (row) => row.ref('excluded.review') }),
    )
    .execute();
}

/** Takes at most `limit` of the kept versions. */
export async function takeChanges(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
  limit: number,
): Promise<ImportedReview[]> {
  const { rows } = await sql<{ review: StoredReview }>`
    delete from import_changes
     where account_id = ${accountId}::uuid and import_id = ${importId}::uuid and external_id in (
       select external_id from import_changes
        where account_id = ${accountId}::uuid and import_id = ${importId}::uuid limit ${limit})
    returning review`.execute(trx);
  return rows.map(({ review }) => ({
    ...review,
    writtenAt: new Date(review.writtenAt),
    editedAt: review.editedAt === null ? null : new Date(review.editedAt),
    reply:
      review.reply === null
        ? null
        : { ...review.reply, at: review.reply.at === null ? null : new Date(review.reply.at) },
  }));
}

export async function deleteChanges(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
): Promise<void> {
  await trx
    .deleteFrom('import_changes')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .execute();
}
