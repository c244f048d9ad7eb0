/** Exports of reviews: who may begin one, how far it is, and its rows page by page. */
import {
  downloadAddressSeconds,
  maxRunningExports,
  type ReviewExport,
  type ReviewExportRequest,
  reviewExportRequestSchema,
  reviewExportStates,
} from '@kindling/contract/exports';
import type { Transaction } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { type CallerScope, withCallerScope } from '../../lib/caller-scope.ts';
import { newId } from '../../lib/ids.ts';
import { accessOf, audit, findMemberRow, lockAccount, mayMemberDo } from '../identity/index.ts';
import { assertValidDays, countNotExportable, listExportRows, listNotExportable } from '../reviews/index.ts';
import type { ExportsDeps } from './deps.ts';
import {
  cancelWaitingExports,
  endReviewExport,
  findReviewExport,
  insertReviewExport,
  listOpenExports,
  type ReviewExportRow,
  readNames,
  renewReviewExport,
  takeReviewTicket,
} from './review-export-queries.ts';
import { type ExportedReview, exportReview } from './review-values.ts';
import { newTicket } from './tickets.ts';

/** Rows of a transaction. The embedded database answers others between two. */
const pageRows = 500;

type Deps = Pick<ExportsDeps, 'db' | 'connectors'>;

/**
 * @throws AppError `conflict` while another export of the person runs, `rate-limited` while as many run in the account as
 *   may, `invalid-input` for a filter that is not valid
 */
export async function beginReviewExport(
  { db, connectors }: Deps,
  { accountId, userId }: SignedInUser,
  request: ReviewExportRequest,
): Promise<{ export: ReviewExport; address: string }> {
  assertValidDays(request.filter);
  const ticket = newTicket();
  const row = await inTenant(db, accountId, async (trx) => {
    // So that two at once cannot both pass the count.
    if ((await lockAccount(trx, accountId)) === null) throw notFound();
    await cancelWaitingExports(trx, accountId, userId);
    const open = await listOpenExports(trx, accountId);
    if (open.some((one) => one.user_id === userId)) throw new AppError('conflict');
    if (open.length >= maxRunningExports)
      throw new AppError('rate-limited', undefined, { retryAfter: downloadAddressSeconds });
    const withoutListings = await listNotExportable(trx, accountId, connectors);
    const criteria = { ...request, connectors, withoutListings, storedUntil: new Date() };
    const leftOut = await countNotExportable(trx, accountId, criteria);
    const id = newId();
    return insertReviewExport(trx, accountId, { id, userId, request, ticketHash: ticket.hash, leftOut });
  });
  return { export: presentExport(row), address: ticket.address };
}

/** @throws AppError `not-found` for one that the person did not begin */
export async function getReviewExport(
  { db }: Deps,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<ReviewExport> {
  const row = await inTenant(db, accountId, (trx) => findReviewExport(trx, accountId, { id, userId }));
  if (row === null) throw notFound();
  return presentExport(row);
}

/** Ends an export; nothing happens to one that has ended. @throws AppError `not-found` */
export async function cancelReviewExport({ db }: Deps, user: SignedInUser, id: string): Promise<void> {
  const { accountId, userId } = user;
  await inTenant(db, accountId, async (trx) => {
    if ((await findReviewExport(trx, accountId, { id, userId })) === null) throw notFound();
    await endReviewExport(trx, accountId, id, { state: 'canceled', userId });
  });
}

function presentExport(row: ReviewExportRow): ReviewExport {
  const { format } = reviewExportRequestSchema.parse(row.request);
  return {
    id: row.id,
    format,
    state: reviewExportStates.find((state) => state === row.state) ?? 'failed',
    rows: row.rows,
    bytes: row.bytes,
    leftOut: row.left_out,
    createdAt: row.created_at.toISOString(),
  };
}

/** An export whose download has begun. */
export interface RunningExport {
  accountId: string;
  id: string;
  request: ReviewExportRequest;
  userId: string;
}

/**
 * The export of an address, which then works no more. Whoever began it must still be allowed to.
 * @returns null for an address that is used, too old or unknown
 */
export async function openReviewExport({ db }: Deps, ticketHash: Buffer): Promise<RunningExport | null> {
  const row = await inSystem(db, (trx) => takeReviewTicket(trx, ticketHash));
  if (row === null) return null;
  const { account_id: accountId, user_id: userId, id } = row;
  return inTenant(db, accountId, async (trx) => {
    if ((await findScope(trx, accountId, userId)) === null) {
      await endReviewExport(trx, accountId, id, { state: 'canceled' });
      return null;
    }
    const request = reviewExportRequestSchema.parse(row.request);
    // Not when it is begun: an address that nobody uses takes no data away, and a loop would fill the trail.
    await audit(trx, { accountId, userId, action: 'review.exported', details: { format: request.format } });
    return { accountId, id, request, userId };
  });
}

/** Within whose limits an export reads at this moment; null when the person may not export any more. */
async function findScope(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<CallerScope | null> {
  const member = await findMemberRow(trx, accountId, userId);
  if (member === null || !(await mayMemberDo(trx, { accountId, userId }, 'reviews.export'))) return null;
  return { accountId, locationIds: accessOf(member).locationIds, actor: { kind: 'person', userId } };
}

export class ExportCanceledError extends Error {
  override name = 'ExportCanceledError';
}

/**
 * The reviews of an export, page by page, each in its own short transaction. Before each page it notes what was sent, and reads
 * again what the person may see: a download lasts as long as its reader wants.
 * @param sent what the file has so far
 * @throws ExportCanceledError when the person canceled the export, or may not export any more
 */
export async function* readExportPages(
  { db, connectors }: Deps,
  { accountId, id, request, userId }: RunningExport,
  sent: () => { rows: number; bytes: number },
): AsyncGenerator<ExportedReview[]> {
  const readInScope = async <T>(read: (trx: Transaction<DB>) => Promise<T>): Promise<T> => {
    const scope = await inTenant(db, accountId, async (trx) =>
      (await renewReviewExport(trx, accountId, id, sent())) ? findScope(trx, accountId, userId) : null,
    );
    if (scope === null) throw new ExportCanceledError();
    return withCallerScope(scope, () => inTenant(db, accountId, read));
  };
  const { names, withoutListings } = await readInScope(async (trx) => ({
    names: await readNames(trx, accountId),
    withoutListings: await listNotExportable(trx, accountId, connectors),
  }));
  const criteria = { ...request, connectors, withoutListings, storedUntil: new Date() };
  const oldestFirst = request.sort === 'oldest';
  let after: { time: string; id: string } | null = null;
  for (;;) {
    const page: Parameters<typeof listExportRows>[3] = { oldestFirst, after, limit: pageRows };
    const rows = await readInScope((trx) => listExportRows(trx, accountId, criteria, page));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => exportReview(row, names, connectors));
    if (rows.length < pageRows) return;
    after = { time: last.position, id: last.id };
  }
}
