import { actionNeededStatuses } from '@kindling/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';

/** The number of connections that need an action; none for a person who may not manage connections. */
export function useTroubledConnections(): number {
  const enabled = useMayDo('connections.manage');
  const list = useQuery(query.connections.list.queryOptions({ input: {}, enabled }));
  if (!enabled) return 0;
  return list.data?.connections.filter(({ status }) => actionNeededStatuses.includes(status)).length ?? 0;
}
