import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { deletePages } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';

/** Claims a message for sending. False when it was sent before. A concurrent claim waits for the first to end. */
export async function claimDraft(
  trx: Transaction<DB>,
  message: { key: string; reference: string; at: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('help_messages')
    .values({ key: message.key, reference: message.reference, sent_at: message.at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** The reference under which a message was sent. */
export async function getReference(trx: Transaction<DB>, key: string): Promise<string> {
  const row = await trx
    .selectFrom('help_messages')
    .select('reference')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.reference;
}

export async function deleteDraftsBefore(
  db: Pick<Database, 'pool'>,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  await deletePages(db, 'help_messages', sql`sent_at < ${before}`, { signal });
}
