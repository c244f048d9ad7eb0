import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface NoteRow {
  id: string;
  text: string;
  created_at: Date;
}

const columns = ['id', 'text', 'created_at'] as const;

export function listNoteRows(trx: Transaction<DB>, accountId: string): Promise<NoteRow[]> {
  return trx
    .selectFrom('notes')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute();
}

export function insertNote(
  trx: Transaction<DB>,
  accountId: string,
  note: { id: string; text: string },
): Promise<NoteRow> {
  return trx
    .insertInto('notes')
    .values({ account_id: accountId, ...note })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteNotesBefore(trx: Transaction<DB>, before: Date): Promise<void> {
  await trx.deleteFrom('notes').where('created_at', '<', before).execute();
}
