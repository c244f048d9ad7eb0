/** The filters of the list of listings, as the address has them. */
import { type ListingFilter, listingFilters } from '@kindling/contract/admin-sync-schedule';
import { listingStates } from '@kindling/contract/connections';
import { connectorIds } from '@kindling/contract/platforms';

export interface ListingFilters {
  query?: string;
  connector?: (typeof connectorIds)[number];
  state?: (typeof listingStates)[number];
  only?: ListingFilter;
}

export const maxQueryLength = 100;

/** Unknown values are left out, because anybody can write an address. */
export function parseListingFilters(params: URLSearchParams): ListingFilters {
  const query = normalizeQuery(params.get('query') ?? '');
  const connector = connectorIds.find((id) => id === params.get('connector'));
  const state = listingStates.find((id) => id === params.get('state'));
  const only = listingFilters.find((id) => id === params.get('only'));
  return {
    ...(query === '' ? {} : { query }),
    ...(connector === undefined ? {} : { connector }),
    ...(state === undefined ? {} : { state }),
    ...(only === undefined ? {} : { only }),
  };
}

/** What the server accepts of a text: without control and direction characters. */
export function normalizeQuery(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
    .slice(0, maxQueryLength);
}

export function serializeListingFilters(filters: ListingFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters));
}
