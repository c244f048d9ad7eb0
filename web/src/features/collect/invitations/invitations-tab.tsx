import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { BlockedAddresses } from './blocked-addresses.tsx';
import { CampaignView } from './campaign-view.tsx';
import css from './invitations.module.css';
import { NewCampaign } from './new-campaign.tsx';
import { ShareYourself } from './share-yourself.tsx';
import { StartView } from './start-view.tsx';
import { isActive, useInvitations } from './use-campaigns.ts';
import { useInvitationView } from './use-invitation-view.ts';

/** Invitations: by e-mail with their progress, or with a text from the owner's own phone. */
export function InvitationsTab() {
  const { t } = useText();
  const words = useArea('invitations');
  const found = useInvitations();
  const { view, show } = useInvitationView();
  const error = words.error ?? found.error;
  if (error !== null && (found.data === undefined || !words.isSuccess))
    return (
      <Panel>
        <ErrorState error={error} retry={() => void Promise.all([words.refetch(), found.refetch()])} />
      </Panel>
    );
  if (found.data === undefined || !words.isSuccess)
    return (
      <div className={css.stack} role="status" aria-label={t('common:loading')}>
        <Skeleton shape="rows" framed height={216} />
        <Skeleton shape="rows" framed height={260} />
      </div>
    );
  const { campaigns, allowance, mailWorks, replyTo } = found.data;
  if (view.name === 'start') return <StartView {...found.data} onShow={show} />;
  const name = view.name === 'campaign' ? view.id : view.name;
  return (
    <SubView key={name} onBack={() => show(null)}>
      {view.name === 'new' ? (
        <NewCampaign
          allowance={allowance}
          mailWorks={mailWorks}
          replyTo={replyTo}
          waiting={campaigns.reduce((sum, one) => sum + (isActive(one) ? one.results.waiting : 0), 0)}
          onCreated={(id) => show(id, true)}
          onDiscarded={() => show(null, true)}
        />
      ) : null}
      {view.name === 'share' ? <ShareYourself /> : null}
      {view.name === 'blocked' ? <BlockedAddresses /> : null}
      {view.name === 'campaign' ? <CampaignView id={view.id} onRemoved={() => show(null, true)} /> : null}
    </SubView>
  );
}

/** A view below the start, with the way back; it takes the focus when it opens. */
function SubView({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  const { t } = useText();
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => view.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={view} tabIndex={-1} className={css.stack}>
      <Button
        variant="subtle"
        size="compact-sm"
        className={css.back ?? ''}
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        {t('invitations:back')}
      </Button>
      {children}
    </div>
  );
}
