import { type Action, lowestRole, mayTake } from '@kindling/contract/rights';
import { IconLock, IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../lib/api/client.ts';
import { useAuth } from '../lib/auth/session.tsx';
import { formatList } from '../lib/i18n/formats.ts';
import { useText } from '../lib/i18n/text.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';

// locale-keys: app.role.*
// locale-keys: app.notForRole.for.*

/** Explains a page that the person's role may not use, and names who may. */
export function NotForRole({ action }: { action: Action }) {
  const { t } = useText();
  const account = useAuth().additionalUserDetails?.account ?? null;
  const whomToAsk = useWhomToAsk();
  if (account === null) return null;
  const lowest = lowestRole(action);
  // A right that every role has is refused for the limit to some locations only.
  const limited = lowest === 'viewer' || mayTake({ ...account, locationIds: null }, action);
  const reason = limited ? t('notForRole.limited') : t(`notForRole.for.${lowest}`);
  return (
    <Page title={t('notForRole.title')}>
      <Panel>
        <EmptyState
          icon={<IconLock size={22} />}
          title={reason}
          text={[limited ? null : t('notForRole.yours', { role: t(`role.${account.role}`) }), whomToAsk]
            .filter((sentence) => sentence !== null)
            .join(' ')}
          action={<LinkButton to="/dashboard">{t('errors:page.toDashboard')}</LinkButton>}
        />
      </Panel>
    </Page>
  );
}

/** Explains a page that an administrator does not see while they act as a member. */
export function NotWhileActing() {
  const { t } = useText();
  return (
    <Page title={t('acting.refusedTitle')}>
      <Panel>
        <EmptyState
          icon={<IconLock size={22} />}
          title={t('acting.refused')}
          text={t('acting.refusedText')}
          action={<LinkButton to="/dashboard">{t('errors:page.toDashboard')}</LinkButton>}
        />
      </Panel>
    </Page>
  );
}

/** Explains that a limited member has no location any more, instead of screens that would be empty. */
export function NoLocation() {
  const { t } = useText();
  const account = useAuth().additionalUserDetails?.accountName ?? '';
  const whomToAsk = useWhomToAsk();
  return (
    <Page title={t('noLocation.title')}>
      <Panel>
        <EmptyState
          icon={<IconMapPinOff size={22} />}
          title={t('noLocation.text', { account })}
          text={`${t('noLocation.who')} ${whomToAsk}`}
        />
      </Panel>
    </Page>
  );
}

/** A sentence with the names of the owners. */
function useWhomToAsk(): string {
  const { t, i18n } = useText();
  const team = useQuery(query.team.get.queryOptions({ input: {} }));
  const owners = (team.data?.team.members ?? [])
    .filter(({ role }) => role === 'owner')
    .map(({ displayName, email }) => displayName || email);
  const names = formatList(owners, i18n.language, 'disjunction');
  return names === '' ? t('notForRole.askOwner') : t('notForRole.ask', { names });
}
