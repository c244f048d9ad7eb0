import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';

export interface NamedLocation {
  id: string;
  /** With the name of the business where the account has several. */
  name: string;
}

/** Every location of the account that the person may see; empty while they load. */
export function useLocations(): NamedLocation[] {
  const { data } = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const businesses = data?.businesses ?? [];
  return businesses.flatMap((business) =>
    business.locations.map(({ id, name }) => ({
      id,
      name: businesses.length > 1 && name !== business.name ? `${business.name}: ${name}` : name,
    })),
  );
}
