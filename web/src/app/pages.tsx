/** Pages that belong to no feature. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRouteError, useSearchParams } from 'react-router';
import { toApiError } from '../lib/api/problem.ts';
import { useSession } from '../lib/auth/session.tsx';
import { keepInterval, parseInterval } from '../lib/chosen-interval.ts';
import { useText } from '../lib/i18n/text.ts';
import { Page } from '../ui/page.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { ErrorState, ErrorText } from '../ui/states.tsx';
import { useReportId } from '../ui/use-report-id.ts';
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

/** Shown for an error that a route threw outside the shell. */
export function RouteCrash() {
  const error = useRouteError();
  const { t } = useText();
  const report = useReportId(error);
  return (
    <CenteredMessage title={t('errors:page.serverTitle')} text={<ErrorText error={toApiError(error)} />}>
      {report === null ? null : <RequestId id={report} />}
      <Button onClick={() => location.reload()}>{t('common:reload')}</Button>
    </CenteredMessage>
  );
}

/** Shown for an error of one screen, inside the shell. */
export function ScreenCrash() {
  const error = useRouteError();
  const { t } = useText();
  const report = useReportId(error);
  return (
    <Page title={t('errors:page.areaTitle')}>
      <ErrorState error={error} retry={() => location.reload()} />
      {report === null ? null : <RequestId id={report} />}
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
