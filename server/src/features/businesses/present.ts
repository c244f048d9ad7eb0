import { type Business, type Location, linkSchema } from '@kindling/contract/businesses';
import { z } from 'zod';
import type { BusinessRow, LocationRow } from './queries.ts';

const links = z.array(linkSchema).catch([]);

export function presentBusiness(row: BusinessRow, locations: readonly LocationRow[]): Business {
  return {
    id: row.id,
    name: row.name,
    website: row.website,
    category: row.category,
    phone: row.phone,
    brandColor: row.brand_color,
    archivedAt: row.archived_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    named: row.named_at !== null,
    locations: locations.filter((location) => location.business_id === row.id).map(presentLocation),
  };
}

export function presentLocation(row: LocationRow): Location {
  return {
    id: row.id,
    businessId: row.business_id,
    name: row.name,
    address: row.address,
    country: row.country,
    phone: row.phone,
    timeZone: row.time_zone,
    links: links.parse(row.links),
    updatedAt: row.updated_at.toISOString(),
  };
}
