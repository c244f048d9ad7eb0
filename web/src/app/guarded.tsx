import type { User } from '@kindling/contract/users';
import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useCurrentUser } from '../lib/auth/current-user.ts';
import { signOut, useAuth, useHasPlans, useSession } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { MissingPage } from '../ui/missing-page.tsx';
import { ErrorText } from '../ui/states.tsx';
import { CenteredMessage, LoadingScreen } from './centered-message.tsx';
import { decideGuard, type GuardDecision } from './guards.ts';
import { Shell } from './shell/shell.tsx';

const Blocked = lazy(async () => ({ default: (await import('./blocked.tsx')).Blocked }));
const NoAccount = lazy(async () => ({ default: (await import('./no-account.tsx')).NoAccount }));
const AccountLost = lazy(async () => ({ default: (await import('./account-lost.tsx')).AccountLost }));
const NoLocation = lazy(async () => ({ default: (await import('./not-for-role.tsx')).NoLocation }));
const ActingChanged = lazy(async () => ({ default: (await import('./acting-changed.tsx')).ActingChanged }));
const NotWhileActing = lazy(async () => ({ default: (await import('./not-for-role.tsx')).NotWhileActing }));
const NotForRole = lazy(async () => ({ default: (await import('./not-for-role.tsx')).NotForRole }));

const SecondFactorNeeded = lazy(async () => ({
  default: (await import('./second-factor-needed.tsx')).SecondFactorNeeded,
}));

/** Shows the shell to whoever the guard allows, and sends everybody else where it decides. */
export function Guarded() {
  const state = useAuth();
  const decision = decideGuard(state, useLocation().pathname, useHasPlans());
  const leavingTo = decision.kind === 'leave' ? decision.to : null;
  useEffect(() => {
    if (leavingTo !== null) location.replace(leavingTo);
  }, [leavingTo]);
  if (decision.kind === 'failed')
    return <StartFailed error={state.failure} atSignOut={state.failedToSignOut} />;
  if (decision.kind === 'blocked')
    return (
      <Suspense fallback={<LoadingScreen />}>
        <Blocked block={decision.block} />
      </Suspense>
    );
  if (state.additionalUserDetails === null || leavingTo !== null) return <LoadingScreen />;
  return <ForUser details={state.additionalUserDetails} decision={decision} />;
}

/** What the guard decides for a person whose user record is known. */
function ForUser({ details, decision }: { details: User; decision: GuardDecision }) {
  const lost = useCurrentUser(details);
  if (lost !== null && lost.acting?.id !== details.acting?.id)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <ActingChanged user={lost} />
      </Suspense>
    );
  if (decision.kind === 'redirect') return <Navigate to={decision.to} replace />;
  if (lost !== null)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <AccountLost user={lost} />
      </Suspense>
    );
  if (decision.kind === 'no-account')
    return (
      <Suspense fallback={<LoadingScreen />}>
        <NoAccount />
      </Suspense>
    );
  return (
    <Shell>
      <Suspense fallback={null}>
        <Content decision={decision} />
      </Suspense>
    </Shell>
  );
}

/** The screen, or why it is not shown. */
function Content({ decision }: { decision: GuardDecision }) {
  if (decision.kind === 'explain') return <NotForRole action={decision.action} />;
  if (decision.kind === 'acting') return <NotWhileActing />;
  if (decision.kind === 'second-factor') return <SecondFactorNeeded />;
  if (decision.kind === 'missing') return <MissingPage />;
  return decision.kind === 'no-location' ? <NoLocation /> : <Outlet />;
}

/** Shown when the start-up or signing out failed. The local session is closed by then. */
function StartFailed({ error, atSignOut }: { error: unknown; atSignOut: boolean }) {
  const { t } = useText();
  const session = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <CenteredMessage
      title={atSignOut ? t('auth.signOutFailed') : t('auth.failedTitle')}
      text={<ErrorText error={failure ?? error} />}
    >
      <Group justify="center">
        <Button onClick={() => session.identity.signIn().catch(setFailure)}>{t('auth.signInAgain')}</Button>
        <Button variant="default" onClick={() => signOut(session).catch(setFailure)}>
          {t('menu.signOut')}
        </Button>
      </Group>
    </CenteredMessage>
  );
}
