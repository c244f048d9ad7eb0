import { signOut, useSession } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

/** Ends the session, and shows a toast when that fails. */
export function useSignOut(): () => void {
  const { t } = useText();
  const session = useSession();
  return () => {
    signOut(session).catch((error: unknown) =>
      toast({ tone: 'bad', title: t('auth.signOutFailed'), message: <ErrorText error={error} /> }),
    );
  };
}
