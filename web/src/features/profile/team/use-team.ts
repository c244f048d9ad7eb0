import type { Member, Team } from '@kindling/contract/team';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useAccessCheck } from '../../../lib/auth/current-user.ts';

/** The team of the current account. */
export function useTeam() {
  const result = useQuery(query.team.get.queryOptions({ input: {} }));
  useAccessCheck(result.data?.team.members.find((member) => member.you));
  return result;
}

/** A mutation of the team that shows the changed team on success. */
export function useTeamMutation<Input>(mutationFn: (input: Input) => Promise<{ team: Team }>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (answer) => cache.setQueryData(query.team.get.queryKey({ input: {} }), answer),
  });
}

/** The name to show for a member. */
export function memberName({ displayName, firstName, lastName, email }: Member): string {
  return displayName || `${firstName} ${lastName}`.trim() || email;
}
