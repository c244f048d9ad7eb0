/** The activity page of an account: its trail in words that its owners and managers understand. */
import {
  type ActivityFilter,
  type ActivityRow,
  activityExportSize,
  activityGroups,
  activityPageSize,
} from '@kindling/contract/activity';
import { activityActions } from '@kindling/contract/activity-actions';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { byteOrderMark, csvLine } from '../../lib/csv.ts';
import { decodeCursor } from '../../lib/list-cursor.ts';
import { audit, findAccountZone } from '../identity/index.ts';
import { type EntryFilter, listEntries } from './activity-queries.ts';
import { cutPage } from './cut-page.ts';
import type { ActivityDeps } from './deps.ts';
import { presentEntry } from './present.ts';
import { findTargets } from './targets.ts';

async function asFilter(
  trx: Transaction<DB>,
  accountId: string,
  { who, kind, from, to, zone }: ActivityFilter,
): Promise<EntryFilter> {
  const group = activityGroups.find((one) => one === who) ?? null;
  return {
    userId: group === null ? (who ?? null) : null,
    group,
    actions: kind === undefined ? null : activityActions[kind],
    from: from ?? null,
    to: to ?? null,
    zone: zone ?? (await findAccountZone(trx, accountId)),
  };
}

async function readPage(
  deps: ActivityDeps,
  { accountId }: SignedInUser,
  filter: ActivityFilter,
  size: number,
): Promise<{ items: ActivityRow[]; nextCursor: string | null }> {
  const after = filter.cursor === undefined ? null : decodeCursor(filter.cursor);
  return inTenant(deps.db, accountId, async (trx) => {
    const wanted = await asFilter(trx, accountId, filter);
    const found = await listEntries(trx, accountId, wanted, { after, limit: size + 1 });
    const { rows, nextCursor } = cutPage(found, size);
    const targets = await findTargets(trx, accountId, rows);
    return { items: rows.map((row) => presentEntry(row, targets)), nextCursor };
  });
}

/** One page, the newest first. */
export function listActivity(deps: ActivityDeps, user: SignedInUser, filter: ActivityFilter) {
  return readPage(deps, user, filter, activityPageSize);
}

/** One part of the file. The first one has the headings. */
export async function exportActivity(
  deps: ActivityDeps,
  user: SignedInUser,
  filter: ActivityFilter,
): Promise<{ part: string; nextCursor: string | null }> {
  const { items, nextCursor } = await readPage(deps, user, filter, activityExportSize);
  const { accountId, userId } = user;
  const isFirst = filter.cursor === undefined;
  await inTenant(deps.db, accountId, (trx) =>
    audit(trx, { accountId, userId, action: 'activity.exported', continues: !isFirst }),
  );
  const head = isFirst ? byteOrderMark + csvLine(headings) : '';
  return { part: head + items.map((row) => csvLine(cellsOf(row))).join(''), nextCursor };
}

/** The same in every language, for programs that read the file. */
const headings = [
  'Time (UTC)',
  'Action',
  'By',
  'Member',
  'Administrator',
  'About',
  'Name',
  'Details',
  'Before',
  'After',
  'Reason',
  'Network',
  'Id',
];

function cellsOf(row: ActivityRow): (string | null)[] {
  const details = Object.entries(row.details).map(([key, value]) => `${key}: ${value}`);
  return [
    row.at,
    row.action,
    row.actor,
    row.member?.name ?? null,
    row.admin,
    row.target?.kind ?? null,
    row.target?.name ?? null,
    details.join(', '),
    row.before,
    row.after,
    row.reason,
    row.network,
    row.id,
  ];
}
