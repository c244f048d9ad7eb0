/**
 * Where visitors can write a public review. The address of a listing comes from its platform at each reading; every other one
 * was checked when it was saved, and is checked again when it is shown, because the rules may have become stricter.
 */
import type { Destination } from '@kindling/contract/collect-page';
import { maxDestinations, type OwnDestination } from '@kindling/contract/pipelines';
import { type Source, sources } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { listLocationNames, lockLocations } from '../businesses/index.ts';
import { audit } from '../identity/index.ts';
import type { PipelinesDeps, ReviewSites } from './deps.ts';
import {
  type DestinationRow,
  listDestinationRows,
  listWebsites,
  type NewDestination,
  replaceDestinations,
} from './destination-queries.ts';

type Deps = Pick<PipelinesDeps, 'db' | 'reviewSites'>;

export type DestinationInput =
  | { listingId: string; hidden: boolean }
  | { label: string; url: string; hidden: boolean };

/** @throws AppError `not-found` for a location that the caller does not see */
export function readDestinations(
  deps: Deps,
  user: SignedInUser,
  locationId: string,
): Promise<OwnDestination[]> {
  return inTenant(deps.db, user.accountId, async (trx) => {
    // Without a lock: reading works in a read-only transaction too.
    if ((await listLocationNames(trx, user.accountId, [locationId])).length === 0) throw notFound();
    return ownDestinations(deps.reviewSites, trx, user.accountId, locationId);
  });
}

/**
 * @throws AppError `not-found` for a location or listing that the caller does not see; `invalid-input` for an address that
 * visitors may not be sent to, or a listing that is named twice
 */
export function saveDestinations(
  deps: Deps,
  user: SignedInUser,
  locationId: string,
  inputs: readonly DestinationInput[],
): Promise<OwnDestination[]> {
  const { accountId, userId } = user;
  return inTenant(deps.db, accountId, async (trx) => {
    await requireLocation(trx, accountId, locationId);
    const known = await listDestinationRows(trx, accountId, [locationId]);
    const ownHosts = await listOwnHosts(trx, accountId);
    const rows = inputs.map((input, index) => toRow(deps.reviewSites, input, index, { known, ownHosts }));
    await replaceDestinations(trx, accountId, locationId, keepIds(rows, known));
    await audit(trx, { accountId, userId, action: 'destinations.changed', target: locationId });
    return ownDestinations(deps.reviewSites, trx, accountId, locationId);
  });
}

/** Reads what somebody pasted, with the websites of the account's businesses as sites of their own. */
export async function readPasted(deps: Deps, { accountId }: SignedInUser, pasted: string) {
  const ownHosts = await inTenant(deps.db, accountId, (trx) => listOwnHosts(trx, accountId));
  return deps.reviewSites.readReviewAddress(pasted, ownHosts);
}

/** What visitors of the locations see, by the id of the location; a location without any has an empty list. */
export async function listDestinations(
  reviewSites: ReviewSites,
  trx: Transaction<DB>,
  accountId: string,
  locationIds: readonly string[],
): Promise<ReadonlyMap<string, Destination[]>> {
  const shown = new Map<string, Destination[]>(locationIds.map((id) => [id, []]));
  if (locationIds.length === 0) return shown;
  const ownHosts = await listOwnHosts(trx, accountId);
  for (const row of await listDestinationRows(trx, accountId, locationIds)) {
    const { url, id } = row;
    if (url === null || problemOf(reviewSites, row, ownHosts) !== null) continue;
    const list = shown.get(row.location_id);
    if (list !== undefined && list.length < maxDestinations)
      list.push({ id, source: sourceOf(row), label: labelOf(reviewSites, row), url });
  }
  return shown;
}

async function ownDestinations(
  reviewSites: ReviewSites,
  trx: Transaction<DB>,
  accountId: string,
  locationId: string,
): Promise<OwnDestination[]> {
  const ownHosts = await listOwnHosts(trx, accountId);
  return (await listDestinationRows(trx, accountId, [locationId])).map((row) => ({
    id: row.id,
    source: sourceOf(row),
    label: labelOf(reviewSites, row),
    url: row.url,
    listingId: row.listing_id,
    hidden: row.hidden,
    problem: problemOf(reviewSites, row, ownHosts),
  }));
}

function problemOf(
  reviewSites: ReviewSites,
  { hidden, url, listing_id: listingId }: DestinationRow,
  ownHosts: readonly string[],
): OwnDestination['problem'] {
  if (hidden) return 'hidden';
  if (url === null) return 'no-address';
  // A platform writes its own address as it likes; it only has to lead to the platform.
  const known =
    listingId === null
      ? reviewSites.isReviewAddress(url, ownHosts)
      : 'url' in reviewSites.readReviewAddress(url);
  return known ? null : 'host';
}

function sourceOf({ source }: DestinationRow): Source | null {
  return sources.find((one) => one === source) ?? null;
}

/** A listing is called by the name of its platform. */
function labelOf(reviewSites: ReviewSites, { label, url }: DestinationRow): string {
  if (label !== null) return label;
  const read = url === null ? null : reviewSites.readReviewAddress(url);
  return read !== null && 'label' in read ? read.label : '';
}

function toRow(
  reviewSites: ReviewSites,
  input: DestinationInput,
  index: number,
  context: { known: readonly DestinationRow[]; ownHosts: readonly string[] },
): NewDestination {
  const row = { id: newId(), hidden: input.hidden, source: null, label: null, url: null };
  if ('listingId' in input) {
    if (!context.known.some(({ listing_id: id }) => id === input.listingId)) throw notFound();
    return { ...row, listingId: input.listingId };
  }
  const read = reviewSites.readReviewAddress(input.url, context.ownHosts);
  if ('problem' in read)
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: `destinations.${index}.url`, message: read.problem }],
    });
  return {
    ...row,
    listingId: null,
    label: toStorableText(input.label),
    source: read.source,
    url: read.url,
  };
}

/** Pages that are open already name a destination by its id, so the same listing or address keeps it. */
function keepIds(rows: readonly NewDestination[], known: readonly DestinationRow[]): NewDestination[] {
  const left = [...known];
  return rows.map((row) => {
    const index = left.findIndex(({ listing_id: listingId, url }) =>
      row.listingId === null ? listingId === null && url === row.url : listingId === row.listingId,
    );
    const [same] = index < 0 ? [] : left.splice(index, 1);
    return { ...row, id: same?.id ?? row.id };
  });
}

async function listOwnHosts(trx: Transaction<DB>, accountId: string): Promise<string[]> {
  const websites = await listWebsites(trx, accountId);
  return websites.flatMap((website) => URL.parse(website)?.hostname ?? []);
}

async function requireLocation(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  if ((await lockLocations(trx, accountId, [id])).length === 0) throw notFound();
}
