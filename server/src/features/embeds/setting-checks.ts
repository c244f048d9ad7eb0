/** What the settings of an embed may name, beyond their schema. */
import { type EmbedKind, type EmbedSettings, layoutsOf } from '@kindling/contract/embed-settings';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { currentLocationLimit } from '../../lib/caller-scope.ts';
import { listBusinesses } from '../businesses/index.ts';

/** @throws AppError `invalid-input` for a badge with a layout of a widget, and the other way round. */
export function assertLayoutFitsKind(kind: EmbedKind, { layout }: EmbedSettings): void {
  if (layoutsOf(kind).includes(layout)) return;
  throw new AppError('invalid-input', undefined, {
    fields: [{ path: 'settings.layout', message: `Not a layout of a ${kind}.` }],
  });
}

/** @throws AppError `invalid-input` for a location that the caller does not see, and for all of them where that is more. */
export async function assertLocations(
  trx: Transaction<DB>,
  accountId: string,
  { locationIds }: Pick<EmbedSettings, 'locationIds'>,
): Promise<void> {
  if (locationIds.length === 0 && currentLocationLimit(accountId) === null) return;
  if (locationIds.length === 0)
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'settings.locationIds', message: 'At least one location is needed.' }],
    });
  const businesses = await listBusinesses(trx, accountId);
  const own = new Set(businesses.flatMap(({ locations }) => locations.map((location) => location.id)));
  if (locationIds.some((id) => !own.has(id)))
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'settings.locationIds', message: 'One of them is not a location of this account.' }],
    });
}

/**
 * Refuses picks that the caller does not see, unless the embed has them already: a review that was deleted since must not keep
 * a draft from being saved.
 * @throws AppError `invalid-input`
 */
export async function assertPicks(
  trx: Transaction<DB>,
  accountId: string,
  { pickedIds }: Pick<EmbedSettings, 'pickedIds'>,
  stored: readonly string[] = [],
): Promise<void> {
  const added = [...new Set(pickedIds)].filter((id) => !stored.includes(id));
  if (added.length === 0) return;
  const { count } = await trx
    .selectFrom('reviews')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('id', 'in', added)
    .executeTakeFirstOrThrow();
  if (count === added.length) return;
  throw new AppError('invalid-input', undefined, {
    fields: [{ path: 'settings.pickedIds', message: 'One of them is not a review of this account.' }],
  });
}
