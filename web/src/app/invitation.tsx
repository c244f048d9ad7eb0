import type { DescribedInvitation } from '@kindling/contract/team';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { DeclineButton } from '../features/profile/team/decline-button.tsx';
import { useJoin, useOwnInvitations } from '../features/profile/team/own-invitations.tsx';
import { Refusal } from '../features/profile/team/refusal.tsx';
import { losesRights, roleHint } from '../features/profile/team/role-hint.ts';
import { query } from '../lib/api/client.ts';
import { toApiError } from '../lib/api/problem.ts';
import { useAuth, useHasPlans, useSession } from '../lib/auth/session.tsx';
import { formatDay } from '../lib/i18n/formats.ts';
import { useText } from '../lib/i18n/text.ts';
import { forgetInvitation, invitationToken, keepInvitation } from '../lib/pending-invitation.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { ErrorText } from '../ui/states.tsx';
import { AccountChoice } from './account-choice.tsx';
import { CenteredMessage, LoadingScreen } from './centered-message.tsx';
import { useSignOut } from './shell/use-sign-out.tsx';

// locale-keys: app.role.*
// locale-keys: profile.invitation.ended.*

/** `/invitation#<token>`, the link of an invitation mail. */
export function Invitation() {
  const { t } = useText();
  const token = invitationToken(useLocation().hash);
  const lookUp = useQuery({
    ...query.team.lookUpInvitation.queryOptions({ input: { token: token ?? '' } }),
    enabled: token !== null,
    retry: false,
  });
  if (token === null) return <Unknown />;
  if (lookUp.isPending) return <LoadingScreen />;
  if (lookUp.data === undefined)
    return toApiError(lookUp.error).code === 'not-found' ? (
      <Unknown />
    ) : (
      <CenteredMessage title={t('common:failed')} text={<ErrorText error={lookUp.error} />}>
        <Button onClick={() => void lookUp.refetch()}>{t('common:tryAgain')}</Button>
      </CenteredMessage>
    );
  const { invitation } = lookUp.data;
  switch (invitation.state) {
    case 'valid':
      return <ValidInvitation token={token} invitation={invitation} />;
    case 'revoked':
      return <RevokedInvitation />;
    case 'expired':
    case 'accepted':
      return <EndedInvitation state={invitation.state} />;
  }
}

function Unknown() {
  const { t } = useText();
  return (
    <CenteredMessage title={t('profile:invitation.unknownTitle')} text={t('profile:invitation.unknownText')}>
      <HomeButton />
    </CenteredMessage>
  );
}

/** To the dashboard for a person who is signed in, else to the start page. */
function HomeButton() {
  const { t } = useText();
  const { isAuthenticated } = useAuth();
  return isAuthenticated ? (
    <LinkButton to="/dashboard" variant="default">
      {t('errors:page.toDashboard')}
    </LinkButton>
  ) : (
    <Button component="a" href="/" variant="default">
      {t('profile:invitation.home')}
    </Button>
  );
}

function RevokedInvitation() {
  const { t } = useText();
  return (
    <CenteredMessage title={t('profile:invitation.revokedTitle')} text={t('profile:invitation.revokedText')}>
      <HomeButton />
    </CenteredMessage>
  );
}

function EndedInvitation({ state }: { state: 'expired' | 'accepted' }) {
  const { t } = useText();
  const { isAuthenticated } = useAuth();
  if (isAuthenticated && state === 'accepted') return <AcceptedInvitation />;
  return (
    <CenteredMessage
      title={t(`profile:invitation.ended.${state}.title`)}
      text={t(`profile:invitation.ended.${state}.text`)}
    >
      {state === 'accepted' ? <SignInButton /> : <HomeButton />}
    </CenteredMessage>
  );
}

/** Signs in without the invitation, which is no longer open. */
function SignInButton() {
  const { t } = useText();
  const { identity } = useSession();
  const [error, setError] = useState<unknown>(null);
  return (
    <>
      <SignInError error={error} />
      <Button onClick={() => identity.signIn().catch(setError)}>{t('profile:invitation.signIn')}</Button>
    </>
  );
}

function SignInError({ error }: { error: unknown }) {
  return error === null ? null : (
    <p role="alert">
      <ErrorText error={error} />
    </p>
  );
}

/** For a signed-in person. The link does not tell who accepted the invitation, nor to which account it was. */
function AcceptedInvitation() {
  const { t } = useText();
  const { additionalUserDetails: details } = useAuth();
  if (details === null) return <LoadingScreen />;
  const { email: own, accounts } = details;
  return (
    <CenteredMessage
      title={t('profile:invitation.ended.accepted.title')}
      text={t('profile:invitation.acceptedSignedIn', { own })}
    >
      {accounts.length > 1 ? <AccountChoice accounts={accounts} /> : <HomeButton />}
    </CenteredMessage>
  );
}

interface ValidInvitationProps {
  token: string;
  invitation: DescribedInvitation;
}

function ValidInvitation({ token, invitation }: ValidInvitationProps) {
  const { isAuthenticated } = useAuth();
  return isAuthenticated ? (
    <SignedIn token={token} invitation={invitation} />
  ) : (
    <Visitor token={token} invitation={invitation} />
  );
}

function useTitle({ accountName: account, invitedBy: name }: DescribedInvitation): string {
  const { t } = useText();
  if (account === null) return t('profile:invitation.titleUnnamed');
  // A new account has the name of the person who created it.
  return name === null || name === account
    ? t('profile:invitation.title', { account })
    : t('profile:invitation.titleFrom', { name, account });
}

/** Who invites to what, and until when. */
function Described({ invitation, children }: { invitation: DescribedInvitation; children: ReactNode }) {
  const { t, i18n } = useText();
  const hasPlans = useHasPlans();
  const title = useTitle(invitation);
  const { role, limited, email, expiresAt } = invitation;
  return (
    <CenteredMessage
      title={title}
      text={
        <>
          {t('profile:invitation.as', { role: t(`role.${role}`) })} {roleHint(t, role, limited, hasPlans)}{' '}
          {losesRights(role, limited) ? t('profile:team.limitedManagerMayNot') : null}
          <br />
          {t('profile:invitation.for', { email, day: formatDay(expiresAt, i18n.language) })}
        </>
      }
    >
      {children}
    </CenteredMessage>
  );
}

function Visitor({ token, invitation }: ValidInvitationProps) {
  const { t } = useText();
  const { identity } = useSession();
  const [error, setError] = useState<unknown>(null);
  const leaveBy = (way: 'signIn' | 'signUp') => {
    keepInvitation(token);
    identity[way]().catch(setError);
  };
  return (
    <Described invitation={invitation}>
      <SignInError error={error} />
      <Group justify="center">
        <Button onClick={() => leaveBy('signUp')}>{t('profile:invitation.signUp')}</Button>
        <Button variant="default" onClick={() => leaveBy('signIn')}>
          {t('profile:invitation.signIn')}
        </Button>
      </Group>
    </Described>
  );
}

function SignedIn({ token, invitation }: ValidInvitationProps) {
  const { t } = useText();
  const own = useOwnInvitations();
  const join = useJoin();
  const [declined, setDeclined] = useState(false);
  const account = invitation.accountName;
  useEffect(forgetInvitation, []);
  if (declined) return <Navigate to="/dashboard" replace />;
  if (own.isPending) return <LoadingScreen />;
  if (own.data === undefined)
    return (
      <CenteredMessage title={t('common:failed')} text={<ErrorText error={own.error} />}>
        <Button onClick={() => void own.refetch()}>{t('common:tryAgain')}</Button>
      </CenteredMessage>
    );
  if (!own.data.invitations.some(({ id }) => id === invitation.id))
    return <OtherAddress token={token} invitation={invitation} />;
  return (
    <Described invitation={invitation}>
      <Refusal error={join.error} retry={() => join.mutate(invitation.id)} inRow />
      <Group justify="center">
        <Button loading={join.isPending || join.isSuccess} onClick={() => join.mutate(invitation.id)}>
          {account === null ? t('profile:invitation.join') : t('profile:invitation.joinAccount', { account })}
        </Button>
        <DeclineButton invitation={invitation} onDeclined={() => setDeclined(true)} />
        <LinkButton to="/dashboard" variant="subtle">
          {t('profile:invitation.notNow')}
        </LinkButton>
      </Group>
    </Described>
  );
}

/** The person is signed in with another address than the invited one. */
function OtherAddress({ token, invitation }: ValidInvitationProps) {
  const { t } = useText();
  const { user, additionalUserDetails: details } = useAuth();
  const signOut = useSignOut();
  const onSignOut = () => {
    // Kept for the next sign-in in this tab.
    keepInvitation(token);
    signOut();
  };
  return (
    <CenteredMessage
      title={t('profile:invitation.otherTitle')}
      text={t('profile:invitation.otherText', {
        invited: invitation.email,
        own: details?.email ?? user?.email ?? '',
      })}
    >
      <Group justify="center">
        <Button onClick={onSignOut}>{t('menu.signOut')}</Button>
        <LinkButton to="/dashboard" variant="default">
          {t('errors:page.toDashboard')}
        </LinkButton>
      </Group>
    </CenteredMessage>
  );
}
