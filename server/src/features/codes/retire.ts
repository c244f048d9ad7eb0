/**
 * Printed codes never end: before a code or a pipeline is deleted, by itself or with its business or account, the name of the
 * business and its public links are kept for whoever scans what is in print.
 */
import { maxDestinations } from '@kindling/contract/pipelines';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { listDestinations, type ReviewSites } from '../pipelines/index.ts';
import {
  insertRetiredCodes,
  listCodesToRetire,
  listLocationsOf,
  listSlugsToRetire,
  type SlugsOf,
  type ToRetire,
} from './retired-queries.ts';

/** A public link of a retired code, in the owner's order. */
export interface RetiredLink {
  source: string | null;
  label: string;
  url: string;
}

/** Call it in the transaction that deletes the rows, and before. What was retired already is left as it is. */
async function retire(
  reviewSites: ReviewSites,
  trx: Transaction<DB>,
  accountId: string,
  codes: readonly ToRetire[],
): Promise<void> {
  const links = new Map<string, RetiredLink[]>();
  const rows = [];
  for (const { code, business_id, business_name, location_id, taken_down } of codes) {
    // What the operator took down does not come back as what is left of it.
    if (taken_down) {
      rows.push({ code, business_name: null, destinations: '[]', taken_down });
      continue;
    }
    const place = `${business_id} ${location_id}`;
    const known = links.get(place) ?? (await linksOf(reviewSites, trx, accountId, business_id, location_id));
    links.set(place, known);
    rows.push({ code, business_name, destinations: JSON.stringify(known), taken_down });
  }
  if (rows.length > 0) await insertRetiredCodes(trx, rows);
}

/**
 * A link of several locations is named with its location. A business with many locations keeps as many links as one page
 * shows; more would not help whoever stands in front of one.
 */
async function linksOf(
  reviewSites: ReviewSites,
  trx: Transaction<DB>,
  accountId: string,
  businessId: string,
  locationId: string | null,
): Promise<RetiredLink[]> {
  const all = await listLocationsOf(trx, accountId, businessId);
  const locations = locationId === null ? all : all.filter(({ id }) => id === locationId);
  const byLocation = await listDestinations(
    reviewSites,
    trx,
    accountId,
    locations.map(({ id }) => id),
  );
  return locations
    .flatMap(({ id, name }) =>
      (byLocation.get(id) ?? []).map(
        ({ source, label, url }): RetiredLink => ({
          source,
          label: locations.length > 1 ? `${label} · ${name}` : label,
          url,
        }),
      ),
    )
    .slice(0, maxDestinations);
}

/** Plain links whose pipelines are about to be deleted. The codes of a pipeline stay, and show the public links. */
export async function retireSlugs(
  reviewSites: ReviewSites,
  trx: Transaction<DB>,
  accountId: string,
  of: SlugsOf,
): Promise<void> {
  await retire(reviewSites, trx, accountId, await listSlugsToRetire(trx, accountId, of));
}

export async function retireCode(
  reviewSites: ReviewSites,
  trx: Transaction<DB>,
  accountId: string,
  codeId: string,
): Promise<void> {
  await retire(reviewSites, trx, accountId, await listCodesToRetire(trx, accountId, { codeId }));
}

/** The codes and plain links of a business, or of the whole account. */
export async function retireAll(
  reviewSites: ReviewSites,
  trx: Transaction<DB>,
  accountId: string,
  of: { businessId?: string },
): Promise<void> {
  await retire(reviewSites, trx, accountId, [
    ...(await listSlugsToRetire(trx, accountId, of)),
    ...(await listCodesToRetire(trx, accountId, of)),
  ]);
}
