/** Addresses that get no invitations: the list, what members do with it, and what recipients say. */
import { requestLimits, type SuppressionReason } from '@kindling/contract/review-request-limits';
import type { Suppression } from '@kindling/contract/review-requests';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { audit, lockAccount } from '../identity/index.ts';
import { cancelMails } from '../mail/index.ts';
import { addressHash, maskAddress } from './addresses.ts';
import { nowOf, type ReviewRequestsDeps } from './deps.ts';
import type { AddressRef } from './links.ts';
import { presentSuppression } from './present.ts';
import { endInvitations, listMailIdsOfAddress } from './recipient-queries.ts';
import {
  countSuppressions,
  deleteSuppression,
  findMasked,
  findSuppression,
  insertSuppression,
  listSuppressionRows,
  type SuppressionRow,
} from './suppression-queries.ts';

/** What is shown of an address that nothing else is known of any more. */
const unknownAddress = '***';

export function listSuppressions(
  { db }: ReviewRequestsDeps,
  accountId: string,
  cursor: string | undefined,
): Promise<{ items: Suppression[]; nextCursor: string | null; total: number }> {
  return inTenant(db, accountId, async (trx) => {
    const rows = await listSuppressionRows(trx, accountId, {
      after: cursor === undefined ? null : decodeCursor(cursor),
      limit: requestLimits.pageSize + 1,
    });
    const page = rows.slice(0, requestLimits.pageSize);
    const last = page.at(-1);
    const more = rows.length > page.length && last !== undefined;
    return {
      items: page.map(presentSuppression),
      nextCursor: more ? encodeCursor({ time: last.position, id: last.id }) : null,
      total: await countSuppressions(trx, accountId),
    };
  });
}

export function addSuppression(
  deps: ReviewRequestsDeps,
  { accountId, userId }: SignedInUser,
  email: string,
): Promise<Suppression> {
  return inTenant(deps.db, accountId, async (trx) => {
    const hash = addressHash(accountId, email);
    await lockAccount(trx, accountId);
    const row = await suppress(deps, trx, { accountId, hash }, 'member', maskAddress(email));
    await audit(trx, { accountId, userId, action: 'suppression.added', target: row.id });
    return presentSuppression(row);
  });
}

/** @throws AppError `not-found`; `forbidden` for one that no member added */
export function removeSuppression(
  { db }: ReviewRequestsDeps,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<void> {
  return inTenant(db, accountId, async (trx) => {
    const row = await findSuppression(trx, accountId, id);
    if (row === null) throw notFound();
    if (row.reason !== 'member') throw new AppError('forbidden');
    await deleteSuppression(trx, accountId, id);
    await audit(trx, { accountId, userId, action: 'suppression.removed', target: id });
  });
}

/** Somebody wants no more invitations of this account. Safe to repeat. False when the account is gone. */
export function unsubscribe(deps: ReviewRequestsDeps, ref: AddressRef): Promise<boolean> {
  return inTenant(deps.db, ref.accountId, async (trx) => {
    if ((await lockAccount(trx, ref.accountId)) === null) return false;
    await suppress(deps, trx, ref, 'unsubscribed');
    return true;
  });
}

/**
 * Adds an address and ends everything that is under way to it: mails that are stored and not sent are canceled. A caller who
 * holds the lock of the account makes a part of a campaign wait that would be sent now.
 */
export async function suppress(
  deps: Pick<ReviewRequestsDeps, 'now'>,
  trx: Transaction<DB>,
  { accountId, hash }: AddressRef,
  reason: SuppressionReason,
  known?: string,
): Promise<SuppressionRow> {
  const now = nowOf(deps);
  const masked = known ?? (await findMasked(trx, accountId, hash)) ?? unknownAddress;
  const row = await insertSuppression(trx, accountId, { id: newId(), hash, masked, reason, createdAt: now });
  // Mails before recipients: the end of a mail's delivery takes their rows in this order too.
  await cancelMails(trx, accountId, await listMailIdsOfAddress(trx, accountId, hash), now);
  await endInvitations(trx, accountId, hash, reason === 'unsubscribed' || reason === 'complained');
  return row;
}
