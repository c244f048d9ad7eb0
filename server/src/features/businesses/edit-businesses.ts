/** Changes of businesses and locations by the owner. */
import { isDeepStrictEqual } from 'node:util';
import { type Business, type Location, maxBusinesses, maxLocations } from '@kindling/contract/businesses';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { audit, lockAccount, type PlainAuditAction, removeLocationsFromMembers } from '../identity/index.ts';
import { getBusiness } from './businesses.ts';
import type { BusinessDeps } from './deps.ts';
import { presentLocation } from './present.ts';
import {
  archiveBusiness,
  type BusinessChange,
  deleteBusiness,
  deleteLocation,
  insertBusiness,
  insertLocationWithDetails,
  type LocationChange,
  listBusinessRows,
  listLocationRows,
  renameLocations,
  updateBusiness,
  updateLocation,
} from './queries.ts';

type Deps = { db: Pick<Database, 'pool'> };
type RemovalDeps = Deps & Pick<BusinessDeps, 'onLocationsLost' | 'onPlaceRemoved'>;

/** SQLSTATE of PostgreSQL. */
const foreignKeyViolation = '23503';

function auditChange(trx: Transaction<DB>, user: SignedInUser, action: PlainAuditAction, target: string) {
  return audit(trx, { accountId: user.accountId, userId: user.userId, action, target });
}

/** An entry when more than the times differ, with the names when the name does. */
async function auditDifference<
  Row extends { id: string; name: string; updated_at: Date; named_at?: Date | null },
>(
  trx: Transaction<DB>,
  { accountId, userId }: SignedInUser,
  { action, before, after }: { action: PlainAuditAction; before: Row; after: Row },
): Promise<void> {
  const { updated_at, named_at } = before;
  if (isDeepStrictEqual(before, { ...after, updated_at, ...(named_at === undefined ? {} : { named_at }) }))
    return;
  const personal = before.name === after.name ? {} : { before: before.name, after: after.name };
  await audit(trx, { accountId, userId, action, target: after.id, personal });
}

/** @throws AppError `limit-reached` past the account's limit. */
export function createBusiness(
  deps: Deps & Pick<BusinessDeps, 'onBusinessAdded'>,
  user: SignedInUser,
  name: string,
): Promise<Business> {
  const { accountId } = user;
  return inTenant(deps.db, accountId, async (trx) => {
    const locations = await listLocationRows(trx, accountId);
    if ((await listBusinessRows(trx, accountId)).length >= maxBusinesses || locations.length >= maxLocations)
      throw new AppError('limit-reached');
    const id = newId();
    const clean = toStorableText(name);
    await insertBusiness(trx, accountId, { id, name: clean });
    await insertLocationWithDetails(trx, accountId, newId(), {
      businessId: id,
      name: clean,
      address: null,
      country: null,
      phone: null,
      timeZone: null,
    });
    const row = await updateBusiness(trx, accountId, id, { name: clean, website: null }, null);
    if (row === null) throw notFound();
    await deps.onBusinessAdded(trx, accountId, { id, name: clean });
    await auditChange(trx, user, 'business.created', id);
    return getBusiness(trx, accountId, id);
  });
}

/** @throws AppError `not-found`; `conflict` when it changed since `updatedAt`. */
export function changeBusiness(
  deps: Deps & Pick<BusinessDeps, 'onBusinessRenamed'>,
  user: SignedInUser,
  id: string,
  change: BusinessChange,
  updatedAt: string | undefined,
): Promise<Business> {
  const { accountId } = user;
  return inTenant(deps.db, accountId, async (trx) => {
    // Before the locks of its locations and pages, as a removal does.
    await lockAccount(trx, accountId);
    const known = (await listBusinessRows(trx, accountId)).find((one) => one.id === id);
    if (known === undefined) throw notFound();
    const clean = {
      ...change,
      name: toStorableText(change.name),
      ...(change.category === undefined ? {} : { category: textOrNull(change.category) }),
      ...(change.phone === undefined ? {} : { phone: textOrNull(change.phone) }),
    };
    const seen = updatedAt === undefined ? null : new Date(updatedAt);
    const row = await updateBusiness(trx, accountId, id, clean, seen);
    if (row === null) throw new AppError('conflict');
    await auditDifference(trx, user, { action: 'business.changed', before: known, after: row });
    if (row.name !== known.name) {
      const renamed = { accountId, businessId: id, formerName: known.name, name: row.name };
      await renameLocations(trx, renamed);
      await deps.onBusinessRenamed(trx, renamed);
    }
    return getBusiness(trx, accountId, id);
  });
}

/** @throws AppError `not-found`; `last-one` for the last business that is not archived. */
export function setArchived(
  deps: Deps,
  user: SignedInUser,
  id: string,
  archived: boolean,
): Promise<Business> {
  const { accountId } = user;
  return inTenant(deps.db, accountId, async (trx) => {
    const rows = await listBusinessRows(trx, accountId);
    if (!rows.some((row) => row.id === id)) throw notFound();
    if (archived && !rows.some((row) => row.id !== id && row.archived_at === null))
      throw new AppError('last-one');
    if (await archiveBusiness(trx, accountId, id, archived))
      await auditChange(trx, user, archived ? 'business.archived' : 'business.restored', id);
    return getBusiness(trx, accountId, id);
  });
}

/** @throws AppError `not-found`; `last-one`; `in-use` while a listing or a review belongs to one of its locations. */
export function removeBusiness(deps: RemovalDeps, user: SignedInUser, id: string): Promise<void> {
  const { accountId } = user;
  return translateInUse(
    inTenant(deps.db, accountId, async (trx) => {
      // Before the locks of its locations, as changes of the team do.
      const account = await lockAccount(trx, accountId);
      if (account === null) throw notFound();
      const rows = await listBusinessRows(trx, accountId);
      if (!rows.some((row) => row.id === id)) throw notFound();
      if (!rows.some((row) => row.id !== id && row.archived_at === null)) throw new AppError('last-one');
      const locations = (await listLocationRows(trx, accountId)).filter((row) => row.business_id === id);
      const ids = locations.map((row) => row.id);
      await takeFromMembers(trx, deps, { user, accountName: account.name }, ids);
      await deps.onPlaceRemoved(trx, { accountId, businessId: id });
      if (!(await deleteBusiness(trx, accountId, id))) throw notFound();
      await auditChange(trx, user, 'business.removed', id);
    }),
  );
}

export interface LocationInput {
  name: string;
  address: string | null;
  country: string | null;
  phone: string | null;
  timeZone: string | null;
}

/** @throws AppError `not-found` for the business; `limit-reached`; `invalid-input` for an unknown time zone. */
export function addLocation(
  deps: Deps,
  user: SignedInUser,
  businessId: string,
  input: LocationInput,
): Promise<Location> {
  const { accountId } = user;
  return inTenant(deps.db, accountId, async (trx) => {
    // The business is not deleted before this transaction ends.
    await lockAccount(trx, accountId);
    await assertBusinessExists(trx, accountId, businessId);
    if ((await listLocationRows(trx, accountId)).length >= maxLocations) throw new AppError('limit-reached');
    const change = toLocationChange(businessId, input);
    const row = await insertLocationWithDetails(trx, accountId, newId(), change);
    await auditChange(trx, user, 'location.created', row.id);
    return presentLocation(row);
  });
}

/** @throws AppError `not-found` for the location or the business; `conflict` when it changed since `updatedAt`. */
export function editLocation(
  deps: Deps,
  user: SignedInUser,
  id: string,
  businessId: string,
  input: LocationInput,
  updatedAt: string,
): Promise<Location> {
  const { accountId } = user;
  return inTenant(deps.db, accountId, async (trx) => {
    // The business is not deleted before this transaction ends.
    await lockAccount(trx, accountId);
    await assertBusinessExists(trx, accountId, businessId);
    const known = (await listLocationRows(trx, accountId)).find((one) => one.id === id);
    if (known === undefined) throw notFound();
    const row = await updateLocation(
      trx,
      accountId,
      id,
      toLocationChange(businessId, input),
      new Date(updatedAt),
    );
    if (row === null) throw new AppError('conflict');
    await auditDifference(trx, user, { action: 'location.changed', before: known, after: row });
    return presentLocation(row);
  });
}

/** @throws AppError `not-found`; `last-one` of the account; `in-use` while a listing or a review belongs to it. */
export function removeLocation(deps: RemovalDeps, user: SignedInUser, id: string): Promise<void> {
  const { accountId } = user;
  return translateInUse(
    inTenant(deps.db, accountId, async (trx) => {
      // Before the locks of its locations, as changes of the team do.
      const account = await lockAccount(trx, accountId);
      if (account === null) throw notFound();
      const rows = await listLocationRows(trx, accountId);
      if (!rows.some((row) => row.id === id)) throw notFound();
      if (rows.length === 1) throw new AppError('last-one');
      await takeFromMembers(trx, deps, { user, accountName: account.name }, [id]);
      await deps.onPlaceRemoved(trx, { accountId, locationId: id });
      if (!(await deleteLocation(trx, accountId, id))) throw notFound();
      await auditChange(trx, user, 'location.removed', id);
    }),
  );
}

async function takeFromMembers(
  trx: Transaction<DB>,
  deps: RemovalDeps,
  { user, accountName }: { user: SignedInUser; accountName: string },
  locationIds: readonly string[],
): Promise<void> {
  const { accountId, userId: actorId } = user;
  const memberIds = await removeLocationsFromMembers(trx, { accountId, actorId }, locationIds);
  await deps.onLocationsLost(trx, { accountId, accountName, actorId, memberIds });
}

async function assertBusinessExists(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  const rows = await listBusinessRows(trx, accountId);
  if (!rows.some((row) => row.id === id)) throw notFound();
}

function toLocationChange(businessId: string, input: LocationInput): LocationChange {
  const timeZone = textOrNull(input.timeZone);
  if (timeZone !== null && !isTimeZone(timeZone))
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'timeZone', message: 'There is no such time zone.' }],
    });
  return {
    businessId,
    name: toStorableText(input.name),
    address: textOrNull(input.address),
    country: input.country,
    phone: textOrNull(input.phone),
    timeZone,
  };
}

function textOrNull(text: string | null): string | null {
  return text === null ? null : toStorableText(text) || null;
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

async function translateInUse(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === foreignKeyViolation)
      throw new AppError('in-use');
    throw error;
  }
}
