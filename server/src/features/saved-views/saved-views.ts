/** Filters and orders that members keep under a name, for themselves or for all members. */
import { isDeepStrictEqual } from 'node:util';
import { type ReviewFilter, reviewFilterSchema, reviewSorts } from '@kindling/contract/reviews';
import { mayTake } from '@kindling/contract/rights';
import type { MissingPart, SavedView, SavedViewInput } from '@kindling/contract/saved-views';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { audit, type PlainAuditAction } from '../identity/index.ts';
import {
  findExisting,
  insertView,
  isFull,
  listViewRows,
  lockViewCount,
  lockViewRow,
  removeView,
  updateView,
  type ViewRow,
} from './queries.ts';

interface Deps {
  db: Pick<Database, 'pool'>;
}

export function listViews({ db }: Deps, user: SignedInUser): Promise<SavedView[]> {
  return inTenant(db, user.accountId, async (trx) => {
    const views = await presentViews(trx, user, await listViewRows(trx, user.accountId, user.userId));
    return views.filter((view) => isVisible(user, view));
  });
}

/** @throws AppError `role-forbids` for sharing without the right, `limit-reached` */
export function createView({ db }: Deps, user: SignedInUser, view: SavedViewInput): Promise<SavedView> {
  const { accountId } = user;
  const owner = ownerOf(user, view);
  return inTenant(db, accountId, async (trx) => {
    if (isFull(await lockViewCount(trx, accountId, owner))) throw new AppError('limit-reached');
    const id = newId();
    await insertView(trx, accountId, { id, owner, view });
    if (view.shared) await auditShared(trx, user, { action: 'saved-view.created', id, before: null });
    return presentView(trx, user, id);
  });
}

/** @throws AppError `not-found`, `role-forbids`, `limit-reached` */
export function changeView(
  { db }: Deps,
  user: SignedInUser,
  id: string,
  view: SavedViewInput,
): Promise<SavedView> {
  const { accountId } = user;
  return inTenant(db, accountId, async (trx) => {
    const row = await lockEditable(trx, user, id);
    const owner = ownerOf(user, view);
    if (row.user_id !== owner && isFull(await lockViewCount(trx, accountId, owner)))
      throw new AppError('limit-reached');
    await updateView(trx, accountId, { id, owner, view });
    if (view.shared && row.user_id !== null)
      await auditShared(trx, user, { action: 'saved-view.created', id, before: null });
    else if (row.user_id === null && !isSame(row, view))
      await auditShared(trx, user, {
        action: view.shared ? 'saved-view.changed' : 'saved-view.removed',
        id,
        before: row.name,
      });
    return presentView(trx, user, id);
  });
}

/** @throws AppError `not-found`, `role-forbids` */
export async function deleteView({ db }: Deps, user: SignedInUser, id: string): Promise<void> {
  await inTenant(db, user.accountId, async (trx) => {
    const { name, user_id: owner } = await lockEditable(trx, user, id);
    if (owner === null) await auditShared(trx, user, { action: 'saved-view.removed', id, before: name });
    await removeView(trx, user.accountId, id);
  });
}

/** What others see is in the trail. A view of one's own concerns nobody else. */
async function auditShared(
  trx: Transaction<DB>,
  { accountId, userId }: SignedInUser,
  { action, id, before }: { action: PlainAuditAction; id: string; before: string | null },
): Promise<void> {
  const personal = action === 'saved-view.removed' && before !== null ? { before } : {};
  await audit(trx, { accountId, userId, action, target: id, personal });
}

function isSame(row: ViewRow, { name, filter, sort, shared }: SavedViewInput): boolean {
  return (
    shared === (row.user_id === null) &&
    row.name === name &&
    row.sort === sort &&
    isDeepStrictEqual(readFilter(row.filter), filter)
  );
}

/** Whose the view is; null when it is shared. */
function ownerOf(user: SignedInUser, { shared }: SavedViewInput): string | null {
  if (!shared) return user.userId;
  if (!mayTake(user, 'views.share')) throw new AppError('role-forbids');
  return null;
}

async function lockEditable(trx: Transaction<DB>, user: SignedInUser, id: string): Promise<ViewRow> {
  const row = await lockViewRow(trx, user.accountId, user.userId, id);
  if (row === null) throw new AppError('not-found');
  const [view] = await presentViews(trx, user, [row]);
  if (view === undefined || !isVisible(user, view)) throw new AppError('not-found');
  if (!mayEdit(user, row)) throw new AppError('role-forbids');
  return row;
}

/** The name of a location that a limited member does not see may stand in the name of a view. */
function isVisible({ locationIds }: SignedInUser, { shared, missing }: SavedView): boolean {
  return (
    locationIds === null || !shared || !missing.some((part) => part === 'location' || part === 'business')
  );
}

function mayEdit(user: SignedInUser, row: ViewRow): boolean {
  return row.user_id !== null || mayTake(user, 'views.share');
}

async function presentView(trx: Transaction<DB>, user: SignedInUser, id: string): Promise<SavedView> {
  const row = await lockViewRow(trx, user.accountId, user.userId, id);
  const [view] = row === null ? [] : await presentViews(trx, user, [row]);
  if (view === undefined) throw new AppError('not-found');
  return view;
}

async function presentViews(
  trx: Transaction<DB>,
  user: SignedInUser,
  rows: readonly ViewRow[],
): Promise<SavedView[]> {
  const filters = rows.map((row) => readFilter(row.filter));
  const named = filters.flatMap((filter) => namedParts(filter).map(([, id]) => id));
  const existing = await findExisting(trx, user.accountId, [...new Set(named)]);
  return rows.map((row, index) => {
    const filter = filters[index] ?? {};
    return {
      id: row.id,
      name: row.name,
      filter,
      sort: reviewSorts.find((sort) => sort === row.sort) ?? 'newest',
      shared: row.user_id === null,
      editable: mayEdit(user, row),
      missing: namedParts(filter)
        .filter(([, id]) => !existing.has(id))
        .map(([part]) => part),
    };
  });
}

/** Fields that a later version no longer knows are left out. */
function readFilter(stored: unknown): ReviewFilter {
  return reviewFilterSchema.strip().safeParse(stored).data ?? {};
}

function namedParts(filter: ReviewFilter): [MissingPart, string][] {
  const assignee = filter.assigneeId === 'none' ? undefined : filter.assigneeId;
  const parts: [MissingPart, string | undefined][] = [
    ['location', filter.locationId],
    ['business', filter.businessId],
    ['tag', filter.tagId],
    ['assignee', assignee],
  ];
  return parts.filter((part): part is [MissingPart, string] => part[1] !== undefined);
}
