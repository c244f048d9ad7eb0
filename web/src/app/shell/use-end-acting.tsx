import { homePaths } from '@kindling/contract/screens';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../lib/api/client.ts';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

/** Ends the acting session and loads the app again, so that nothing of the member stays in memory. */
export function useEndActing() {
  return useMutation({
    mutationFn: () => client.acting.end(),
    onSuccess: () => location.assign(homePaths['Super Admin']),
    onError: (error) => toast({ tone: 'bad', message: <ErrorText error={error} /> }),
  });
}
