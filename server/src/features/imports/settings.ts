/** The settings of an import: guesses them, and checks that the owner's settings fit the files. */
import { dateOrders } from '@kindling/contract/import-files';
import type { ImportSettings } from '@kindling/contract/imports';
import { platforms } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { listBusinesses } from '../businesses/index.ts';
import { listListingRows } from '../connections/index.ts';
import { emptyMapping } from './guess-mapping.ts';
import type { Layout } from './layout.ts';
import type { GuessedSettings } from './present.ts';
import type { ImportRow } from './queries.ts';

/** Guesses the settings that the owner can then change. */
export async function guessSettings(
  trx: Transaction<DB>,
  accountId: string,
  { layout, files }: ImportRow,
): Promise<GuessedSettings | null> {
  if (layout === null) return null;
  const locations = (await listBusinesses(trx, accountId)).flatMap((business) => business.locations);
  const onlyLocationId = locations.length === 1 ? (locations[0]?.id ?? null) : null;
  if (layout.kind === 'archive') {
    const listings = await listListingRows(trx, accountId);
    const bound = listings.find(
      (one) => one.platform === layout.source && one.external_id === layout.listing,
    );
    const source = platforms.find((platform) => platform === layout.source) ?? 'import';
    return {
      locationId: bound?.location_id ?? onlyLocationId,
      source,
      mapping: emptyMapping(),
      dateOrder: null,
      asOf: null,
      oneDate: null,
      scale: 5,
    };
  }
  const names = [...files.map((file) => file.name), ...layout.columns.map((column) => column.name)]
    .join(' ')
    .toLowerCase();
  return {
    locationId: onlyLocationId,
    source: platforms.find((platform) => names.includes(platform)) ?? 'import',
    mapping: layout.mapping,
    dateOrder: dateOrders.find((order) => order === dateOrderOfColumn(layout, layout.mapping.date)) ?? null,
    asOf: null,
    oneDate: null,
    scale: layout.scale,
  };
}

function dateOrderOfColumn(layout: Layout, column: number | null) {
  return column === null || layout.kind === 'archive' ? null : (layout.columns[column]?.dates ?? null);
}

function refuse(path: string, message: string): never {
  throw new AppError('invalid-input', undefined, { fields: [{ path: `settings.${path}`, message }] });
}

/** @throws AppError `not-found` for an unknown location, `invalid-input` for settings that do not fit the files. */
export async function assertSettings(
  trx: Transaction<DB>,
  accountId: string,
  layout: Layout,
  settings: ImportSettings,
): Promise<void> {
  const locations = (await listBusinesses(trx, accountId)).flatMap((business) => business.locations);
  if (!locations.some((location) => location.id === settings.locationId)) throw notFound();
  if (layout.kind === 'archive') {
    if (settings.source !== layout.source) refuse('source', 'The archive is of another platform.');
    return;
  }
  for (const [field, column] of Object.entries(settings.mapping))
    if (column !== null && column >= layout.columns.length)
      refuse(`mapping.${field}`, 'There is no such column.');
}

/**
 * Checks that the settings are complete, which a dry run needs and a preview does not.
 * @throws AppError `invalid-input`.
 */
export function assertComplete(layout: Layout, { mapping, dateOrder, asOf, oneDate }: ImportSettings): void {
  if (layout.kind === 'archive') return;
  if (mapping.date === null && oneDate === null)
    refuse('mapping.date', 'The day of a review is needed, or one for all of them.');
  if (mapping.rating === null && mapping.text === null)
    refuse('mapping.rating', 'Stars or words are needed.');
  const dates = dateOrderOfColumn(layout, mapping.date);
  if (dateOrder === null && (dates === 'ask' || dates === 'mixed'))
    refuse('dateOrder', 'These dates can be read in two ways.');
  const counted = [mapping.date, mapping.replyDate].some(
    (column) => column !== null && layout.columns[column]?.relative === true,
  );
  if (counted && asOf === null) refuse('asOf', 'The day from which these dates count back is needed.');
}
