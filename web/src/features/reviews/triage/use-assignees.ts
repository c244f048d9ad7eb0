import type { Assignee } from '@kindling/contract/review-marks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
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

/** The members by their ids; none while there are fewer than two, because an assignee says nothing then. */
export function useAssigneesById(): ReadonlyMap<string, Assignee> {
  const assignees = useAssignees();
  return useMemo(
    () => new Map(isTeam(assignees) ? assignees.map((person) => [person.userId, person]) : []),
    [assignees],
  );
}

/** Whether there is somebody else to assign reviews to. */
export function isTeam(assignees: readonly Assignee[] | undefined): assignees is readonly Assignee[] {
  return assignees !== undefined && assignees.length >= 2;
}
