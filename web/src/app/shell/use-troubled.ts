import { troubledStatuses } from '@kindling/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';

/** How many connections wait for their owner. */
export function useTroubled(): number {
  const list = useQuery(query.connections.list.queryOptions({ input: {} }));
  return list.data?.connections.filter(({ status }) => troubledStatuses.includes(status)).length ?? 0;
}
