/** The operator's list of all listings, row to contract. */
import type { ListingFilter, ScheduledListing } from '@kindling/contract/admin-sync-schedule';
import { listingsPageSize } from '@kindling/contract/admin-sync-schedule';
import { connectionStatusSchema, listingStateSchema } from '@kindling/contract/connections';
import { connectorIds, platformSchema } from '@kindling/contract/platforms';
import { syncKinds, syncOutcomes } from '@kindling/contract/sync';
import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import {
  effectiveSyncSettings,
  intervalMinutesOf,
  listSyncSettings,
  type StoredSyncSettings,
} from '../connections/index.ts';
import type { AdminSyncScheduleDeps } from './deps.ts';
import { listScheduledListings, type ScheduledListingRow } from './listing-queries.ts';

interface ListInput {
  query?: string | undefined;
  connector?: string | undefined;
  state?: string | undefined;
  only?: ListingFilter | undefined;
  cursor?: string | undefined;
}

/** @throws AppError `invalid-input` for an invalid cursor. */
export async function listListings(
  { db }: Pick<AdminSyncScheduleDeps, 'db'>,
  { cursor, ...search }: ListInput,
): Promise<{ items: ScheduledListing[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const { rows, settings } = await inSystem(db, async (trx) => ({
    rows: await listScheduledListings(trx, { ...search, after }),
    settings: await listSyncSettings(trx),
  }));
  const page = rows.slice(0, listingsPageSize);
  const last = page.at(-1);
  return {
    items: page.map((row) => presentListing(row, settings)),
    nextCursor:
      rows.length > listingsPageSize && last !== undefined
        ? encodeCursor({ time: last.position, id: last.id })
        : null,
  };
}

const connectorSchema = z.enum(connectorIds);

function presentListing(
  row: ScheduledListingRow,
  settings: ReadonlyMap<string, StoredSyncSettings>,
): ScheduledListing {
  const { run } = row;
  const rests =
    row.paused ||
    row.operator_paused_at !== null ||
    row.platform_paused_at !== null ||
    row.archived ||
    row.connection_status !== 'active';
  return {
    accountId: row.account_id,
    accountName: row.account_name,
    id: row.id,
    name: row.name,
    connector: connectorSchema.parse(row.connector),
    platform: platformSchema.parse(row.platform),
    connectionStatus: connectionStatusSchema.parse(row.connection_status),
    state: listingStateSchema.parse(row.state),
    paused: row.paused,
    pausedByOperatorSince: row.operator_paused_at?.toISOString() ?? null,
    intervalMinutes: intervalMinutesOf(row, effectiveSyncSettings(settings.get(row.connector))),
    intervalChosen: row.interval_chosen,
    nextSyncAt: rests ? null : row.next_sync_at.toISOString(),
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    failures: row.failures,
    remaining:
      run === null || run.outcome !== 'running' || run.expected === null
        ? null
        : Math.max(0, run.expected - run.seen),
    lastRun: run === null ? null : presentRun(run),
  };
}

const timeOf = (time: string) => new Date(time).toISOString();

function presentRun(run: NonNullable<ScheduledListingRow['run']>): ScheduledListing['lastRun'] {
  return {
    outcome: z.enum(syncOutcomes).parse(run.outcome),
    kind: z.enum(syncKinds).parse(run.kind),
    startedAt: timeOf(run.started_at),
    finishedAt: run.finished_at === null ? null : timeOf(run.finished_at),
    error: run.error_code,
    nextTryAt: run.next_try_at === null ? null : timeOf(run.next_try_at),
  };
}
