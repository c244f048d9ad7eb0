/** Pages that belong to no feature. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRouteError, useSearchParams } from 'react-router';
import { openHelp } from '../features/help/index.ts';
import { useSession, useTour } from '../lib/auth/session.tsx';
import { keepInterval, parseInterval } from '../lib/chosen-interval.ts';
import { useText } from '../lib/i18n/text.ts';
import { Crash } from '../ui/crash.tsx';
import { Page } from '../ui/page.tsx';
import { ErrorText } from '../ui/states.tsx';
import { CenteredMessage, LoadingScreen } from './centered-message.tsx';

export function NotFound() {
  const { t } = useText();
  return (
    <CenteredMessage title={t('errors:page.notFoundTitle')} text={t('errors:page.notFoundText')}>
      <Button component="a" href="/dashboard">
        {t('errors:page.toDashboard')}
      </Button>
    </CenteredMessage>
  );
}

export function ServerError() {
  const { t } = useText();
  return (
    <CenteredMessage title={t('errors:page.serverTitle')} text={t('errors:page.serverText')}>
      <Button component="a" href="/dashboard">
        {t('errors:page.toDashboard')}
      </Button>
    </CenteredMessage>
  );
}

/** How to reach support from a page that failed; the tour has no help panel. */
function useSupport() {
  const { supportEmail } = useSession().config.brand;
  return useTour() === null ? { open: openHelp } : { email: supportEmail };
}

/** Shown for an error that a route threw outside the shell. */
export function RouteCrash() {
  const error = useRouteError();
  const support = useSupport();
  const { t } = useText();
  return (
    <CenteredMessage title={t('errors:page.serverTitle')} text={null}>
      <Crash error={error} support={support} />
    </CenteredMessage>
  );
}

/** Shown for an error of one screen, inside the shell. */
export function ScreenCrash() {
  const error = useRouteError();
  const support = useSupport();
  const { t } = useText();
  return (
    <Page title={t('errors:page.areaTitle')}>
      <Crash error={error} support={support} />
    </Page>
  );
}

/** Redirects to the sign-in service as soon as it is shown. */
function RedirectToSignInService({ to }: { to: 'signIn' | 'signUp' | 'resetPassword' }) {
  const { t } = useText();
  const { identity } = useSession();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    identity[to]().catch(setError);
  }, [identity, to]);
  if (error === null) return <LoadingScreen />;
  return (
    <CenteredMessage title={t('auth.failedTitle')} text={<ErrorText error={error} />}>
      <Button onClick={() => location.reload()}>{t('common:tryAgain')}</Button>
    </CenteredMessage>
  );
}

export function SignIn() {
  return <RedirectToSignInService to="signIn" />;
}

export function SignUp() {
  const interval = parseInterval(useSearchParams()[0].get('interval'));
  useEffect(() => {
    if (interval !== null) keepInterval(interval);
  }, [interval]);
  return <RedirectToSignInService to="signUp" />;
}

export function ResetPassword() {
  return <RedirectToSignInService to="resetPassword" />;
}
