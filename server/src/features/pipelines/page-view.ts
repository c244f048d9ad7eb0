/** What the page of a pipeline is made of, read at once. */
import type { CollectBusiness, CollectLocation } from '@kindling/contract/collect-page';
import type { PipelineSettings } from '@kindling/contract/pipeline-settings';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { listBusinesses } from '../businesses/index.ts';
import type { ReviewSites } from './deps.ts';
import { listDestinations } from './destinations.ts';
import { readSettings } from './pipelines.ts';
import { findPipelineRow } from './queries.ts';

export interface PageView {
  accountId: string;
  pipelineId: string;
  businessId: string;
  slug: string;
  business: CollectBusiness;
  website: string | null;
  phone: string | null;
  /** True while the business is archived: its pages show the public links and nothing else. */
  archived: boolean;
  /** True while the operator has taken the page down: visitors see that, and nothing else. */
  takenDown: boolean;
  settings: PipelineSettings;
  /** Those that the page is for, oldest first. */
  locations: CollectLocation[];
}

/** Null for a pipeline that does not exist, or without any location. */
export async function readPageView(
  reviewSites: ReviewSites,
  trx: Transaction<DB>,
  accountId: string,
  pipelineId: string,
): Promise<PageView | null> {
  const row = await findPipelineRow(trx, accountId, pipelineId);
  if (row === null) return null;
  const business = (await listBusinesses(trx, accountId)).find(({ id }) => id === row.business_id);
  if (business === undefined) return null;
  const locations = business.locations.filter(({ id }) => row.location_id === null || id === row.location_id);
  if (locations.length === 0) return null;
  const destinations = await listDestinations(
    reviewSites,
    trx,
    accountId,
    locations.map(({ id }) => id),
  );
  return {
    accountId,
    pipelineId,
    businessId: business.id,
    slug: row.slug,
    business: { name: business.name, color: business.brandColor, logo: business.logo },
    website: business.website,
    phone: business.phone,
    archived: business.archivedAt !== null,
    takenDown: row.taken_down_at !== null,
    settings: readSettings(row.settings),
    locations: locations.map(({ id, name, address }) => ({
      id,
      name,
      address,
      destinations: destinations.get(id) ?? [],
    })),
  };
}
