import type { Member, Team } from '@kindling/contract/team';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useSession } from '../../../lib/auth/session.tsx';

/** The team of the current account. The role in it replaces the one that was read at the start, which may be older. */
export function useTeam() {
  const { store } = useSession();
  const result = useQuery(query.team.get.queryOptions({ input: {} }));
  const you = result.data?.team.members.find((member) => member.you);
  useEffect(() => {
    const details = store.get().additionalUserDetails;
    if (you === undefined || details === null || details.account === null) return;
    const account = { ...details.account, role: you.role, limited: you.locationIds !== null };
    if (account.role === details.account.role && account.limited === details.account.limited) return;
    const accounts = details.accounts.map((one) => (one.id === account.id ? account : one));
    store.dispatch({ type: 'SET_ADDITIONAL_USER_DETAILS', details: { ...details, account, accounts } });
  }, [store, you]);
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
