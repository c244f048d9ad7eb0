/** Reads what a public address shows. */
import type { Destination } from '@kindling/contract/collect-page';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { contactCard } from '../codes/index.ts';
import {
  findPipelineBySlug,
  listDestinations,
  type PageView,
  type ReviewSites,
  readPageView,
} from '../pipelines/index.ts';
import type { InvitationRef } from '../review-requests/index.ts';
import type { PageAddress } from './page-address.ts';
import { type FoundCode, findCampaignPlace, findCode, findRetiredCode, listLocationIds } from './queries.ts';

/** The page of a pipeline, and the door that leads to it. */
export interface OpenPage {
  kind: 'open';
  view: PageView;
  /** The QR code, NFC card or campaign; null for the plain link and the kiosk. */
  codeId: string | null;
  /** The location that the code is for; null where the page asks. */
  locationId: string | null;
  /** The digital card of an NFC card; absent in every other case. */
  card?: { name: string; title: string | null; vCard: string };
}

/** A page with the public links and nothing else. */
export interface PlainPage {
  kind: 'plain';
  /** Null where the account was deleted. */
  accountId: string | null;
  reason: 'disabled' | 'ended' | 'taken-down';
  businessName: string | null;
  destinations: Destination[];
}

export type LoadedPage = OpenPage | PlainPage;

export interface LoadDeps {
  db: Pick<Database, 'pool'>;
  reviewSites: ReviewSites;
}

/** Null for an address that leads nowhere. */
export async function loadPage(deps: LoadDeps, address: PageAddress): Promise<LoadedPage | null> {
  const { door, code, invitation } = address;
  if (invitation !== null) return loadInvitation(deps, invitation);
  if (door === 'link' || door === 'kiosk') return loadPlainLink(deps, code);
  if (door === 'invitation') return null;
  const found = await inSystem(deps.db, (trx) => findCode(trx, door, code));
  if (found === null) return loadRetired(deps, code);
  return inTenant(deps.db, found.accountId, async (trx) => {
    const view =
      found.pipelineId === null
        ? null
        : await readPageView(deps.reviewSites, trx, found.accountId, found.pipelineId);
    if (view?.takenDown === true) return takenDownPage(found.accountId);
    if (view !== null && !view.archived && !found.disabled)
      return {
        kind: 'open',
        view,
        codeId: found.id,
        // The location may have moved to another business, whose page is another one.
        locationId: view.locations.some(({ id }) => id === found.locationId) ? found.locationId : null,
        ...cardOf(found),
      };
    return loadPlainPage(deps, trx, found);
  });
}

function cardOf({ contact, businessName, changedAt }: FoundCode): Pick<OpenPage, 'card'> {
  if (contact === null) return {};
  const { name, title } = contact;
  return { card: { name, title, vCard: contactCard(contact, businessName, changedAt.toISOString()) } };
}

/** The page of a campaign. It stays when the campaign is deleted, and shows the public links when its pipeline is. */
function loadInvitation(
  deps: LoadDeps,
  { accountId, pipelineId, campaignId }: InvitationRef,
): Promise<LoadedPage | null> {
  return inTenant(deps.db, accountId, async (trx) => {
    const place = await findCampaignPlace(trx, accountId, campaignId);
    const view = await readPageView(deps.reviewSites, trx, accountId, pipelineId);
    if (view === null && place === null) return null;
    if (view?.takenDown === true) return takenDownPage(accountId);
    if (view !== null && !view.archived) {
      const isKnown = view.locations.some(({ id }) => id === place?.locationId);
      return {
        kind: 'open',
        view,
        codeId: campaignId,
        locationId: isKnown ? (place?.locationId ?? null) : null,
      };
    }
    const business = place ?? {
      businessId: view?.businessId ?? '',
      businessName: view?.business.name ?? '',
      locationId: null,
    };
    return loadPlainPage(deps, trx, { accountId, ...business, disabled: false });
  });
}

async function loadPlainLink(deps: LoadDeps, slug: string): Promise<LoadedPage | null> {
  const found = await inSystem(deps.db, (trx) => findPipelineBySlug(trx, slug));
  if (found === null) return loadRetired(deps, slug);
  const { accountId, pipelineId } = found;
  const view = await inTenant(deps.db, accountId, (trx) =>
    readPageView(deps.reviewSites, trx, accountId, pipelineId),
  );
  if (view === null) return null;
  if (view.takenDown) return takenDownPage(accountId);
  if (!view.archived) return { kind: 'open', view, codeId: null, locationId: null };
  return {
    kind: 'plain',
    accountId,
    reason: 'ended',
    businessName: view.business.name,
    destinations: view.locations.flatMap(({ destinations }) => destinations),
  };
}

/** Nothing of the account, because any of it may be why the operator took the page down. */
function takenDownPage(accountId: string | null): PlainPage {
  return { kind: 'plain', accountId, reason: 'taken-down', businessName: null, destinations: [] };
}

type PlainPlace = Pick<FoundCode, 'accountId' | 'businessId' | 'businessName' | 'locationId' | 'disabled'>;

async function loadPlainPage(
  { reviewSites }: LoadDeps,
  trx: Transaction<DB>,
  { accountId, businessId, businessName, locationId, disabled }: PlainPlace,
): Promise<PlainPage> {
  const locationIds = locationId === null ? await listLocationIds(trx, accountId, businessId) : [locationId];
  const destinations = await listDestinations(reviewSites, trx, accountId, locationIds);
  return {
    kind: 'plain',
    accountId,
    reason: disabled ? 'disabled' : 'ended',
    businessName,
    destinations: locationIds.flatMap((id) => destinations.get(id) ?? []),
  };
}

async function loadRetired({ db }: LoadDeps, code: string): Promise<PlainPage | null> {
  const retired = await inSystem(db, (trx) => findRetiredCode(trx, code));
  if (retired === null) return null;
  if (retired.takenDown) return takenDownPage(null);
  return {
    kind: 'plain',
    accountId: null,
    reason: 'ended',
    businessName: retired.businessName,
    destinations: retired.destinations.map((one, index) => ({ ...one, id: String(index) })),
  };
}
