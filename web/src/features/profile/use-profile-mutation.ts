import type { Profile } from '@kindling/contract/profile';
import type { User } from '@kindling/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { useSession } from '../../lib/auth/session.tsx';

/** Writes a changed profile to the query cache and to the session store that the shell reads. */
export function useSetProfile(): (profile: Profile) => void {
  const cache = useQueryClient();
  const { store } = useSession();
  return (profile) => {
    cache.setQueryData(query.profile.get.queryKey({ input: {} }), { profile });
    const details = store.get().additionalUserDetails;
    if (details === null) return;
    const { firstName, lastName, displayName, picture, locale, timeZone, deletionScheduledFor } = profile;
    store.dispatch({
      type: 'SET_ADDITIONAL_USER_DETAILS',
      details: {
        ...withAccountName(details, profile.accountName),
        firstName,
        lastName,
        displayName,
        picture,
        locale,
        timeZone,
        deletionScheduledFor,
      },
    });
  };
}

/** The user's details with this name of the account that they work in. */
function withAccountName(details: User, name: string): User {
  const { account, accounts } = details;
  return {
    ...details,
    accountName: name,
    account: account === null ? null : { ...account, name },
    accounts: accounts.map((one) => (one.id === account?.id ? { ...one, name } : one)),
  };
}

/** A mutation of the profile that shows the saved profile on success. */
export function useProfileMutation<Input>(mutationFn: (input: Input) => Promise<{ profile: Profile }>) {
  const setProfile = useSetProfile();
  return useMutation({ mutationFn: mutationFn, onSuccess: ({ profile }) => setProfile(profile) });
}
