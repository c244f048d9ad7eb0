/** What the owner decides about submissions that are held, and what a visitor takes back. */
import { doorKinds } from '@kindling/contract/collect-page';
import { type HeldSubmission, heldReasons } from '@kindling/contract/submissions';
import type { Transaction } from 'kysely';
import { inTenant, retryTransient } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { audit } from '../identity/index.ts';
import { deleteFirstPartyReview, withdrawFirstPartyReview } from '../reviews/index.ts';
import type { ShownMessage, SubmissionsDeps } from './deps.ts';
import { countHeld, type HeldRow, listHeldRows } from './held-queries.ts';
import {
  answersOf,
  emptyMessage,
  emptySubmission,
  findSentSubmission,
  lockSubmission,
  messagePersonOf,
  releaseSubmission,
  type SubmissionRow,
} from './queries.ts';
import { showReview, withReviewContact } from './store-entry.ts';
import type { SubmissionRef } from './withdraw-link.ts';

type Deps = Pick<SubmissionsDeps, 'db' | 'onMessage' | 'onWithdrawn'>;

const pageSize = 25;

/** @throws AppError `invalid-input` for a cursor that is none of this list */
export function listHeld(deps: Pick<Deps, 'db'>, { accountId }: SignedInUser, cursor: string | undefined) {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  return inTenant(deps.db, accountId, async (trx) => {
    const rows = await listHeldRows(trx, accountId, { after, limit: pageSize + 1 });
    const page = rows.slice(0, pageSize);
    const last = page.at(-1);
    return {
      items: page.map(presentHeld),
      nextCursor:
        rows.length > pageSize && last !== undefined
          ? encodeCursor({ time: last.position, id: last.id })
          : null,
      total: await countHeld(trx, accountId),
    };
  });
}

export function heldFigures(deps: Pick<Deps, 'db'>, { accountId }: SignedInUser): Promise<{ held: number }> {
  return inTenant(deps.db, accountId, async (trx) => ({ held: await countHeld(trx, accountId) }));
}

/** @throws AppError `not-found` for one that the caller does not see; `conflict` for one that is not held any more */
export function releaseHeld(deps: Deps, user: SignedInUser, id: string): Promise<void> {
  const { accountId, userId } = user;
  return inTenant(deps.db, accountId, async (trx) => {
    const row = await getHeld(trx, accountId, id);
    await releaseSubmission(trx, accountId, id, userId);
    await showReview(trx, accountId, id);
    if (row.message !== null)
      await deps.onMessage(trx, accountId, {
        id,
        locationId: row.location_id,
        message: row.message,
        ...writerOf(row),
        createdAt: row.created_at,
      });
    await audit(trx, { accountId, userId, action: 'submission.released', target: id });
  });
}

/** @throws AppError as for {@link releaseHeld} */
export function discardHeld(deps: Pick<Deps, 'db'>, user: SignedInUser, id: string): Promise<void> {
  const { accountId, userId } = user;
  return inTenant(deps.db, accountId, async (trx) => {
    await getHeld(trx, accountId, id);
    await emptySubmission(trx, accountId, id, { state: 'discarded', by: userId });
    await deleteFirstPartyReview(trx, accountId, id);
    await audit(trx, { accountId, userId, action: 'submission.discarded', target: id });
  });
}

/** Repeats what an owner discarded, where a restored backup does not know it. Without an effect for an unknown one. */
export async function discardAgain(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  const row = await lockSubmission(trx, accountId, id);
  if (row === null || row.state === 'discarded') return;
  await emptySubmission(trx, accountId, id, { state: 'discarded', by: null });
  await deleteFirstPartyReview(trx, accountId, id);
}

/** What a visitor sees behind their private link; null when there is nothing. */
export function findSent(deps: Pick<Deps, 'db'>, { accountId, submissionId }: SubmissionRef) {
  return inTenant(deps.db, accountId, (trx) => findSentSubmission(trx, accountId, submissionId));
}

/** Withdraws everything that was sent under one key. `unknown`: nothing is stored under it, or not yet. */
export function withdrawSubmission(
  deps: Pick<Deps, 'db' | 'onWithdrawn'>,
  { accountId, submissionId: id }: SubmissionRef,
): Promise<'withdrawn' | 'unknown'> {
  return retryTransient(() =>
    inTenant(deps.db, accountId, async (trx) => {
      const row = await lockSubmission(trx, accountId, id);
      if (row === null) return 'unknown';
      if (row.state === 'withdrawn') return 'withdrawn';
      // What the owner discarded stays counted as discarded; a private message of the same visit may have arrived before.
      if (row.state !== 'discarded') {
        await emptySubmission(trx, accountId, id, { state: 'withdrawn', by: null });
        await withdrawFirstPartyReview(trx, accountId, id);
      }
      await deps.onWithdrawn(trx, accountId, id);
      return 'withdrawn';
    }),
  );
}

async function getHeld(trx: Transaction<DB>, accountId: string, id: string): Promise<SubmissionRow> {
  const row = await lockSubmission(trx, accountId, id);
  if (row === null) throw notFound();
  if (row.state !== 'held') throw new AppError('conflict');
  return row;
}

/** Who wrote the held message; with the contact of the review where the visitor left one there only. */
function writerOf(
  row: SubmissionRow,
): Pick<ShownMessage, 'authorName' | 'contact' | 'consentText' | 'consentedAt'> {
  const person = messagePersonOf(row.message_person);
  const consentedAt = person?.consentedAt == null ? null : new Date(person.consentedAt);
  const own = {
    authorName: person?.authorName ?? null,
    contact: person?.contact ?? null,
    consentText: person?.consentText ?? null,
    consentedAt,
  };
  return withReviewContact(own, row);
}

/** Deletes a message on the visitor's demand, with the contact that they left for an answer. */
export async function eraseMessage(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await emptyMessage(trx, accountId, id);
  const row = await lockSubmission(trx, accountId, id);
  if (row?.state === 'shown') await showReview(trx, accountId, id);
}

function presentHeld(row: HeldRow): HeldSubmission {
  const from = messagePersonOf(row.message_person);
  return {
    id: row.id,
    locationId: row.location_id,
    locationName: row.location_name,
    door: doorKinds.find((door) => door === row.door) ?? 'link',
    reasons: heldReasons.filter((reason) => row.held_for.includes(reason)),
    rating: row.rating ?? row.thumb ?? 'up',
    text: row.text,
    authorName: row.author_name,
    answers: answersOf(row.answers),
    message: row.message,
    messageFrom: from?.authorName ?? null,
    contact: row.contact ?? from?.contact ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
