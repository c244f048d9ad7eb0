import type { Assignee } from '@kindling/contract/review-marks';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';

/** Members who may look after reviews of the location; without one, of any that the person sees. Undefined until they are read. */
export function useAssignees(locationId?: string): readonly Assignee[] | undefined {
  return useQuery(
    query.reviewMarks.assignees.queryOptions({
      input: locationId === undefined ? {} : { locationId },
      staleTime: 300_000,
    }),
  ).data?.assignees;
}
