import type { Member, Team } from '@kindling/contract/team';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { useAccessCheck, useReadUser } from '../../../lib/auth/current-user.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { toast } from '../../../ui/toast.ts';

const pollIntervalMs = 60_000;

/** Refusals of what the screen offered, so the team is no longer as the screen shows it. */
const outdatedCodes = new Set(['not-found', 'conflict', 'last-owner', 'role-forbids']);

interface TeamOptions {
  /** Whether to read the team each minute and whenever the person comes back to the window. Default: false. */
  live?: boolean;
}

/** The team of the current account. */
export function useTeam({ live = false }: TeamOptions = {}) {
  const result = useQuery({
    ...query.team.get.queryOptions({ input: {} }),
    ...(live ? { refetchInterval: pollIntervalMs, refetchOnWindowFocus: 'always' as const } : {}),
  });
  const { refetch } = result;
  useEffect(() => {
    if (!live) return;
    // The library notices a hidden page only, and not another window in front of this one.
    const read = () => void refetch({ cancelRefetch: false });
    addEventListener('focus', read);
    return () => removeEventListener('focus', read);
  }, [live, refetch]);
  useAccessCheck(result.data?.team.members.find((member) => member.you));
  return result;
}

/** A mutation of the team that shows the changed team, also when it is refused because others have changed it. */
export function useTeamMutation<Input>(mutationFn: (input: Input) => Promise<{ team: Team }>) {
  const cache = useQueryClient();
  const onError = useReadOutdated();
  const queryKey = query.team.get.queryKey({ input: {} });
  return useMutation({
    mutationFn,
    onError,
    onSuccess: async (answer) => {
      // A read that began before the change would bring the former team back.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, answer);
    },
  });
}

/** Returns a function that, after a refusal by what others have changed, reads the team and the person's rights again and says so. */
export function useReadOutdated(): (error: unknown) => void {
  const { t } = useText();
  const cache = useQueryClient();
  const readUser = useReadUser();
  return (error) => {
    if (!outdatedCodes.has(toApiError(error).code)) return;
    void Promise.all([cache.invalidateQueries({ queryKey: query.team.get.key() }), readUser()]).then(() =>
      toast({ tone: 'bad', message: t('profile:team.hasChanged') }),
    );
  };
}

/** The name to show for a member. */
export function memberName({ displayName, firstName, lastName, email }: Member): string {
  return displayName || `${firstName} ${lastName}`.trim() || email;
}
