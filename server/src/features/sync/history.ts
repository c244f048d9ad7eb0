/** The history of a connection's runs, newest first. */
import type { SyncRun } from '@kindling/contract/sync';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { findConnection, findListingRow } from '../connections/index.ts';
import type { SyncDeps } from './deps.ts';
import { presentRun } from './present.ts';
import { type RunRow, runColumns } from './queries.ts';

const pageSize = 50;

/**
 * The start time and id of the last run of a page. In microseconds, the precision of the database. The database has no
 * year 0, so the pattern refuses it.
 */
const positionSchema = z.tuple([z.iso.datetime().regex(/^(?!0000)/), z.uuid()]);
type Position = z.output<typeof positionSchema>;

function decodeCursor(cursor: string): Position {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (error) {
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'cursor', message: 'Not a cursor of this list.' }],
      cause: error,
    });
  }
}

/** @throws AppError `not-found`; `invalid-input` for an invalid cursor. */
export async function listRunHistory(
  deps: Pick<SyncDeps, 'db'>,
  accountId: string,
  { id, listingId, cursor }: { id: string; listingId?: string | undefined; cursor?: string | undefined },
): Promise<{ runs: SyncRun[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const rows = await inTenant(deps.db, accountId, async (trx) => {
    if ((await findConnection(trx, accountId, id)) === null) throw notFound();
    const listing = listingId === undefined ? undefined : await findListingRow(trx, accountId, listingId);
    if (listing !== undefined && listing?.connection_id !== id) throw notFound();
    return listHistory(trx, accountId, { connectionId: id, listingId, after });
  });
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const next = rows.length > pageSize && last !== undefined ? [last.position, last.id] : null;
  return {
    runs: page.map(presentRun),
    nextCursor: next === null ? null : Buffer.from(JSON.stringify(next)).toString('base64url'),
  };
}

/** Reads one row more than a page, which shows whether there is a next page. */
async function listHistory(
  trx: Transaction<DB>,
  accountId: string,
  from: { connectionId: string; listingId: string | undefined; after: Position | null },
): Promise<(RunRow & { position: string })[]> {
  const { connectionId, listingId, after } = from;
  return trx
    .selectFrom('sync_runs')
    .select(runColumns)
    .select(
      sql<string>`to_char(started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('position'),
    )
    .where('account_id', '=', accountId)
    .where('listing_id', 'in', (select) =>
      select
        .selectFrom('listings')
        .select('id')
        .where('account_id', '=', accountId)
        .where('connection_id', '=', connectionId)
        .$if(listingId !== undefined, (query) => query.where('id', '=', listingId ?? '')),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(started_at, id) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null}::uuid)`,
      ),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
}
