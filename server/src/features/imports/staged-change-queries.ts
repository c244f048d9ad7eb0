/** Staged changes: new versions of existing reviews that an import stores until it is published. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { DateSpan, ImportedReview, ImportedUpdate } from '../reviews/index.ts';

/** The stored JSON form: times are text. */
type StoredReview = Omit<ImportedReview, 'writtenAt' | 'writtenDay' | 'editedAt' | 'reply' | 'dateSpan'> & {
  writtenAt: string;
  editedAt: string | null;
  reply: (Omit<NonNullable<ImportedReview['reply']>, 'at'> & { at: string | null }) | null;
  /** Rows staged by older versions lack this property and the ones below. */
  writtenDay?: string | null;
  dateSpan?: Record<keyof DateSpan, string> | null;
  storedAs?: string;
};

export async function stageChanges(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
  changes: readonly ImportedUpdate[],
): Promise<void> {
  if (changes.length === 0) return;
  await trx
    .insertInto('import_changes')
    .values(
      changes.map(({ review, storedAs }) => ({
        account_id: accountId,
        import_id: importId,
        external_id: review.externalId,
        review: JSON.stringify({ ...review, storedAs }),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'import_id', 'external_id'])
        .doUpdateSet({ review: (row) => row.ref('excluded.review') }),
    )
    .execute();
}

/** Deletes at most `limit` staged changes and returns them. */
export async function takeStagedChanges(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
  limit: number,
): Promise<ImportedUpdate[]> {
  const { rows } = await sql<{ review: StoredReview }>`
    delete from import_changes
     where account_id = ${accountId}::uuid and import_id = ${importId}::uuid and external_id in (
       select external_id from import_changes
        where account_id = ${accountId}::uuid and import_id = ${importId}::uuid limit ${limit})
    returning review`.execute(trx);
  return rows.map(({ review: { storedAs, ...review } }) => ({
    storedAs: storedAs ?? review.externalId,
    review: {
      ...review,
      writtenAt: new Date(review.writtenAt),
      writtenDay: review.writtenDay ?? null,
      editedAt: parseTime(review.editedAt),
      dateSpan: review.dateSpan
        ? { from: new Date(review.dateSpan.from), to: new Date(review.dateSpan.to) }
        : null,
      reply: review.reply === null ? null : { ...review.reply, at: parseTime(review.reply.at) },
    },
  }));
}

function parseTime(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

export async function deleteStagedChanges(
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
