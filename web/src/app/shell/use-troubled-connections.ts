import { actionNeededStatuses } from '@kindling/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';

/** The number of connections that need an action of the owner. */
export function useTroubledConnections(): number {
  const list = useQuery(query.connections.list.queryOptions({ input: {} }));
  return list.data?.connections.filter(({ status }) => actionNeededStatuses.includes(status)).length ?? 0;
}
