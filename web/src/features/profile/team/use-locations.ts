import type { Business } from '@kindling/contract/businesses';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query } from '../../../lib/api/client.ts';

export interface NamedLocation {
  id: string;
  /** With the name of the business where the account has several. */
  name: string;
}

const listOptions = () => query.businesses.list.queryOptions({ input: {} });

function namedLocations(businesses: readonly Business[]): NamedLocation[] {
  return businesses.flatMap((business) =>
    business.locations.map(({ id, name }) => ({
      id,
      name: businesses.length > 1 && name !== business.name ? `${business.name}: ${name}` : name,
    })),
  );
}

/** Every location of the account that the person may see; empty while they load. */
export function useLocations(): NamedLocation[] {
  const { data } = useQuery(listOptions());
  return namedLocations(data?.businesses ?? []);
}

/**
 * The names of these locations, without those that have none here. Reads the list of locations again when it lacks one
 * of them, because the team is read more often. Null while the names load.
 */
export function useLocationNames(ids: readonly string[]): string[] | null {
  const { data, isPending, isFetching, refetch } = useQuery(listOptions());
  const named = namedLocations(data?.businesses ?? []).filter(({ id }) => ids.includes(id));
  const lacksNames = data !== undefined && named.length < ids.length;
  const lacking = lacksNames ? ids.join() : '';
  useEffect(() => {
    if (lacking !== '') void refetch({ cancelRefetch: false });
  }, [lacking, refetch]);
  return isPending || (lacksNames && isFetching) ? null : named.map(({ name }) => name);
}
