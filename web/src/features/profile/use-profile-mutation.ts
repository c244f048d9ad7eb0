import type { Profile } from '@kindling/contract/profile';
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
        ...details,
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

/** A mutation of the profile that shows the saved profile on success. */
export function useProfileMutation<Input>(mutationFn: (input: Input) => Promise<{ profile: Profile }>) {
  const setProfile = useSetProfile();
  return useMutation({ mutationFn: mutationFn, onSuccess: ({ profile }) => setProfile(profile) });
}
