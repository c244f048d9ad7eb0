import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toApiError } from '../lib/api/problem.ts';
import { signInAgain, useSession } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { Notice } from './notice.tsx';

/** Whether the API refused a call because the last sign-in is too old. */
export function needsNewSignIn(error: unknown): boolean {
  return error !== null && toApiError(error).code === 'sign-in-again';
}

interface SignInAgainNoticeProps {
  onProved: () => void;
  /** Says why. */
  children: string;
}

/** Asks for a new sign-in in a popup, and then calls `onProved`. */
export function SignInAgainNotice({ onProved, children }: SignInAgainNoticeProps) {
  const { t } = useText();
  const session = useSession();
  const reauthenticate = useMutation({
    mutationFn: () => signInAgain(session, { prove: true }),
    onSuccess: (samePerson) => (samePerson ? onProved() : location.reload()),
  });
  return (
    <Notice
      tone="warn"
      alert
      action={
        <Button
          size="xs"
          variant="default"
          loading={reauthenticate.isPending}
          onClick={() => reauthenticate.mutate()}
        >
          {t('auth.signInAgain')}
        </Button>
      }
    >
      {reauthenticate.isError ? t('auth.signInUnfinished') : children}
    </Notice>
  );
}
