import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { signOut, useAuth, useSession } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { ErrorText } from '../ui/states.tsx';
import { CenteredMessage, LoadingScreen } from './centered-message.tsx';
import { decideGuard } from './guards.ts';
import { Shell } from './shell/shell.tsx';

/** Shows the shell to whoever the guard allows, and sends everybody else where it decides. */
export function Guarded() {
  const state = useAuth();
  const { pathname } = useLocation();
  const decision = decideGuard(state, pathname);
  const leavingTo = decision.kind === 'leave' ? decision.to : null;
  useEffect(() => {
    if (leavingTo !== null) location.replace(leavingTo);
  }, [leavingTo]);
  if (decision.kind === 'redirect') return <Navigate to={decision.to} replace />;
  if (decision.kind === 'failed') return <StartFailed error={state.failure} />;
  if (decision.kind !== 'allow') return <LoadingScreen />;
  return <Shell />;
}

/** Shown when the start-up failed. The local session is closed by then. */
function StartFailed({ error }: { error: unknown }) {
  const { t } = useText();
  const session = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <CenteredMessage title={t('auth.failedTitle')} text={<ErrorText error={failure ?? error} />}>
      <Group justify="center">
        <Button onClick={() => session.identity.signIn().catch(setFailure)}>{t('auth.signInAgain')}</Button>
        <Button variant="default" onClick={() => signOut(session).catch(setFailure)}>
          {t('menu.signOut')}
        </Button>
      </Group>
    </CenteredMessage>
  );
}
