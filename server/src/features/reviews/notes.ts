/** Notes of the team about a review. Nothing of them leaves the account: events and audit entries hold no text. */
import { maxNotesOfReview, type ReviewNote } from '@kindling/contract/review-marks';
import { sql, type Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { adminNameInTrail, audit } from '../identity/index.ts';
import type { ReviewsDeps } from './deps.ts';
import { addHistory } from './history.ts';
import { lockMarks } from './mark-queries.ts';

type Deps = Pick<ReviewsDeps, 'db'>;

interface NoteInput {
  id: string;
  noteId: string;
  text: string;
}

/** The oldest first. @throws AppError `not-found` */
export function listNotes({ db }: Deps, user: SignedInUser, reviewId: string): Promise<ReviewNote[]> {
  return inTenant(db, user.accountId, async (trx) => {
    const { rowCount } = await findReview(trx, user.accountId, reviewId);
    if (rowCount === 0) throw notFound();
    return readNotes(trx, user, reviewId);
  });
}

/** @throws AppError `not-found`; `conflict` for the id of a note of another person; `limit-reached` */
export function addNote({ db }: Deps, user: SignedInUser, input: NoteInput): Promise<ReviewNote[]> {
  const { accountId, userId } = user;
  const { id: reviewId, noteId } = input;
  return inTenant(db, accountId, async (trx) => {
    if ((await lockMarks(trx, accountId, [reviewId])).length === 0) throw notFound();
    const known = await findNote(trx, accountId, input);
    if (known !== null && known.author_id !== userId) throw new AppError('conflict');
    if (known === null) {
      const notes = await readNotes(trx, user, reviewId);
      if (notes.length >= maxNotesOfReview) throw new AppError('limit-reached');
      await trx
        .insertInto('review_notes')
        .values({
          account_id: accountId,
          id: noteId,
          review_id: reviewId,
          text: storedText(input.text),
          author_id: userId,
        })
        .execute();
      await addHistory(trx, accountId, reviewId, 'noted');
      await audit(trx, { accountId, userId, action: 'review.noted', target: reviewId });
    }
    return readNotes(trx, user, reviewId);
  });
}

/** @throws AppError `not-found`; `forbidden` for a note of somebody else */
export function changeNote({ db }: Deps, user: SignedInUser, input: NoteInput): Promise<ReviewNote[]> {
  const { accountId, userId } = user;
  return inTenant(db, accountId, async (trx) => {
    const known = await getOwnNote(trx, user, input);
    const text = storedText(input.text);
    if (known.text !== text) {
      await trx
        .updateTable('review_notes')
        .set({ text, edited_at: sql<Date>`now()` })
        .where('account_id', '=', accountId)
        .where('review_id', '=', input.id)
        .where('id', '=', input.noteId)
        .execute();
      await audit(trx, { accountId, userId, action: 'review.note-changed', target: input.id });
    }
    return readNotes(trx, user, input.id);
  });
}

/** @throws AppError `not-found`; `forbidden` for a note of somebody else */
export function removeNote(
  { db }: Deps,
  user: SignedInUser,
  input: Pick<NoteInput, 'id' | 'noteId'>,
): Promise<void> {
  const { accountId, userId } = user;
  return inTenant(db, accountId, async (trx) => {
    await getOwnNote(trx, user, input);
    const removed = await trx
      .deleteFrom('review_notes')
      .where('account_id', '=', accountId)
      .where('review_id', '=', input.id)
      .where('id', '=', input.noteId)
      .returning('id')
      .executeTakeFirst();
    if (removed !== undefined)
      await audit(trx, { accountId, userId, action: 'review.note-removed', target: input.id });
  });
}

async function getOwnNote(
  trx: Transaction<DB>,
  { accountId, userId }: SignedInUser,
  input: Pick<NoteInput, 'id' | 'noteId'>,
): Promise<{ text: string }> {
  const note = await findNote(trx, accountId, input);
  if (note === null) throw notFound();
  if (note.author_id !== userId) throw new AppError('forbidden');
  return note;
}

/** PostgreSQL counts characters where JavaScript counts UTF-16 units, so a text that the contract accepts always fits. */
function storedText(text: string): string {
  const stored = toStorableText(text).trim();
  if (stored === '')
    throw new AppError('invalid-input', undefined, { fields: [{ path: 'text', message: 'It is empty.' }] });
  return stored;
}

async function findReview(trx: Transaction<DB>, accountId: string, id: string) {
  const { rows } = await sql`
    select from reviews where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
  return { rowCount: rows.length };
}

async function findNote(
  trx: Transaction<DB>,
  accountId: string,
  { id, noteId }: Pick<NoteInput, 'id' | 'noteId'>,
) {
  const row = await trx
    .selectFrom('review_notes')
    .select(['author_id', 'text'])
    .where('account_id', '=', accountId)
    .where('review_id', '=', id)
    .where('id', '=', noteId)
    .executeTakeFirst();
  return row ?? null;
}

async function readNotes(
  trx: Transaction<DB>,
  { accountId, userId }: SignedInUser,
  reviewId: string,
): Promise<ReviewNote[]> {
  const { rows } = await sql<{
    id: string;
    text: string;
    author_id: string;
    author_name: string | null;
    admin_name: string | null;
    created_at: Date;
    edited_at: Date | null;
  }>`
    select n.id, n.text, n.author_id, n.created_at, n.edited_at,
           case when m.user_id is not null then coalesce(nullif(u.display_name, ''), u.email) end as author_name,
           case when written.admin_id is not null then ${adminNameInTrail(sql`n.account_id`, sql`written.admin_id`)} end as admin_name
      from review_notes n
      left join memberships m on m.account_id = n.account_id and m.user_id = n.author_id
      left join users u on u.id = m.user_id
      -- The entry about a note is of the same transaction, and so of the same time.
      left join lateral (
        select e.admin_id from audit_entries e
         where e.account_id = n.account_id and e.at in (n.created_at, n.edited_at)
           and e.action in ('review.noted', 'review.note-changed') and e.target = n.review_id::text
           and e.actor = 'acting-admin' and e.user_id = n.author_id
         order by e.at desc limit 1) written on true
     where n.account_id = ${accountId}::uuid and n.review_id = ${reviewId}::uuid
     order by n.created_at, n.id limit ${maxNotesOfReview}`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    authorName: row.author_name,
    adminName: row.admin_name,
    own: row.author_id === userId,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
  }));
}
