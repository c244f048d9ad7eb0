import type { Business, Location } from '@kindling/contract/businesses';
import { logoPath } from './logo-path.ts';
import type { LogoRow } from './logo-queries.ts';
import type { BusinessRow, LocationRow } from './queries.ts';

export function presentBusiness(
  row: BusinessRow,
  locations: readonly LocationRow[],
  logos: readonly LogoRow[],
): Business {
  const logo = logos.find(({ business_id }) => business_id === row.id);
  return {
    id: row.id,
    name: row.name,
    website: row.website,
    category: row.category,
    phone: row.phone,
    brandColor: row.brand_color,
    logo: logo === undefined ? null : { url: logoPath(logo.hash), width: logo.width, height: logo.height },
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
    updatedAt: row.updated_at.toISOString(),
  };
}
