/** The operator's search of all trails. */

import { type ActivityActor, activityExportSize } from '@kindling/contract/activity';
import { activityActions } from '@kindling/contract/activity-actions';
import {
  type AuditRow,
  type AuditSearch,
  type AuditTrail,
  auditPageSize,
} from '@kindling/contract/admin-audit';
import { idSchema } from '@kindling/contract/common';
import { operatorActions } from '@kindling/contract/operator-actions';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { byteOrderMark, csvLine } from '../../lib/csv.ts';
import { decodeCursor } from '../../lib/list-cursor.ts';
import { auditOperator } from '../identity/index.ts';
import {
  findPersonIdByAddress,
  listAccountEntries,
  listOperatorEntries,
  listPeople,
  type SearchedRow,
  type SearchFilter,
} from './audit-search-queries.ts';
import { cutPage } from './cut-page.ts';
import type { ActivityDeps } from './deps.ts';
import { isUuid, subjectOf } from './targets.ts';

type Page = { items: AuditRow[]; nextCursor: string | null };

export function searchAudit(deps: ActivityDeps, search: AuditSearch): Promise<Page> {
  return inSystem(deps.db, (trx) => readPage(trx, search, auditPageSize));
}

/** One part of the file. The first one has the headings. */
export function exportAudit(
  deps: ActivityDeps,
  adminId: string,
  search: AuditSearch,
): Promise<{ part: string; nextCursor: string | null }> {
  return inSystem(deps.db, async (trx) => {
    const { items, nextCursor } = await readPage(trx, search, activityExportSize);
    const isFirst = search.cursor === undefined;
    await auditOperator(trx, { adminId, action: 'audit.exported', continues: !isFirst });
    const head = isFirst ? byteOrderMark + csvLine(headings) : '';
    return { part: head + items.map((row) => csvLine(cellsOf(row))).join(''), nextCursor };
  });
}

async function readPage(trx: Transaction<DB>, search: AuditSearch, size: number): Promise<Page> {
  const actorId = search.actor === undefined ? null : await findActorId(trx, search.actor);
  // Nobody has this address.
  if (actorId === undefined) return { items: [], nextCursor: null };
  const filter: SearchFilter = {
    actorId,
    accountId: search.account ?? null,
    actions: actionsOf(search),
    withoutTwins: search.trail === undefined && actionsOf(search) === null,
    from: search.from ?? null,
    to: search.to ?? null,
    zone: search.zone ?? 'UTC',
    after: search.cursor === undefined ? null : decodeCursor(search.cursor),
    limit: size + 1,
  };
  const trails: readonly AuditTrail[] =
    search.trail === undefined ? ['accounts', 'operator'] : [search.trail];
  const found: SearchedRow[] = [];
  if (trails.includes('accounts')) found.push(...(await listAccountEntries(trx, filter)));
  if (trails.includes('operator')) found.push(...(await listOperatorEntries(trx, filter)));
  found.sort((one, other) => compare(other.position, one.position) || compare(other.id, one.id));
  const { rows, nextCursor } = cutPage(found, size);
  const about = (row: SearchedRow) => (isAboutPerson(row) ? (row.target ?? '') : '');
  const people = await listPeople(trx, rows.map(about).filter(isUuid));
  return { items: rows.map((row) => presentRow(row, people.get(about(row)) ?? null)), nextCursor };
}

const operatorActionsOnPeople: readonly string[] = [...operatorActions.acting, ...operatorActions.persons];

const isAboutPerson = ({ trail, action }: SearchedRow) =>
  trail === 'operator' ? operatorActionsOnPeople.includes(action) : subjectOf(action) === 'member';

function actionsOf({ action, group }: AuditSearch): readonly string[] | null {
  if (action !== undefined) return [action];
  if (group === undefined) return null;
  return { ...activityActions, ...operatorActions }[group];
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Undefined when there is no such person. */
async function findActorId(trx: Transaction<DB>, actor: string): Promise<string | undefined> {
  return idSchema.safeParse(actor).success ? actor : findPersonIdByAddress(trx, actor);
}

function presentRow(row: SearchedRow, about: AuditRow['about']): AuditRow {
  return {
    trail: row.trail,
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actor as ActivityActor,
    admin: row.admin_id === null ? null : { id: row.admin_id, name: row.admin_name, email: row.admin_email },
    person: row.user_id === null ? null : { id: row.user_id, name: row.user_name, email: row.user_email },
    account: row.account_id === null ? null : { id: row.account_id, name: row.account_name },
    target: row.target,
    about,
    details: row.details as Record<string, unknown>,
    reason: row.reason,
    network: row.network,
    requestId: row.request_id,
    sealed: row.sealed,
  };
}

const headings = [
  'Time (UTC)',
  'Trail',
  'Action',
  'By',
  'Administrator',
  'Administrator id',
  'Person',
  'Person id',
  'Account',
  'Account id',
  'Target',
  'Details',
  'Reason',
  'Network',
  'Request',
  'Id',
];

function cellsOf(row: AuditRow): (string | null)[] {
  return [
    row.at,
    row.trail,
    row.action,
    row.actor,
    row.admin?.email ?? row.admin?.name ?? null,
    row.admin?.id ?? null,
    row.person?.email ?? row.person?.name ?? null,
    row.person?.id ?? null,
    row.account?.name ?? null,
    row.account?.id ?? null,
    row.target,
    JSON.stringify(row.details),
    row.reason,
    row.network,
    row.requestId,
    row.id,
  ];
}
