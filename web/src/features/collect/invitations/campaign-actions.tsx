import type { Campaign } from '@kindling/contract/review-requests';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import css from './campaign.module.css';
import { isActive, useChangeCampaign, useRemoveCampaign } from './use-campaigns.ts';

interface CampaignActionsProps {
  campaign: Campaign;
  onRemoved: () => void;
}

/** Pause and resume at once; ending and deleting after a question. */
export function CampaignActions({ campaign, onRemoved }: CampaignActionsProps) {
  const { t } = useText();
  const change = useChangeCampaign(campaign.id);
  const [asking, setAsking] = useState<'cancel' | 'remove' | null>(null);
  const active = isActive(campaign);
  const paused = campaign.state === 'paused';
  const ask = (question: 'cancel' | 'remove') => () => {
    change.reset();
    setAsking(question);
  };
  return (
    <div className={css.actions}>
      {active || paused ? (
        <Button
          size="xs"
          variant="default"
          leftSection={
            paused ? <IconPlayerPlay size={15} aria-hidden /> : <IconPlayerPause size={15} aria-hidden />
          }
          loading={change.isPending && asking === null}
          onClick={() => change.mutate(paused ? 'resume' : 'pause')}
        >
          {t(paused ? 'invitations:campaign.resume' : 'invitations:campaign.pause')}
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t('invitations:campaign.actions')}>
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {active || paused ? (
            <Menu.Item leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={ask('cancel')}>
              {t('invitations:campaign.cancel')}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={ask('remove')}>
            {t('invitations:campaign.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {change.error === null || asking !== null ? null : (
        <div className={css.actionError}>
          <Notice tone="bad" alert>
            <ErrorText error={change.error} />
          </Notice>
        </div>
      )}
      <ConfirmDialog
        opened={asking === 'cancel'}
        title={t('invitations:campaign.cancelTitle', { name: campaign.name })}
        confirm={t('invitations:campaign.cancelConfirm')}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate('cancel', { onSuccess: () => setAsking(null) })}
        onClose={() => setAsking(null)}
      >
        {t('invitations:campaign.cancelText', { count: campaign.results.waiting })}
      </ConfirmDialog>
      <RemoveQuestion
        campaign={campaign}
        opened={asking === 'remove'}
        onClose={() => setAsking(null)}
        onRemoved={onRemoved}
      />
    </div>
  );
}

interface RemoveQuestionProps extends CampaignActionsProps {
  opened: boolean;
  onClose: () => void;
}

function RemoveQuestion({ campaign, opened, onClose, onRemoved }: RemoveQuestionProps) {
  const { t } = useText();
  const remove = useRemoveCampaign(campaign.id, onRemoved);
  return (
    <ConfirmDialog
      refusedWhileActing
      opened={opened}
      title={t('invitations:campaign.removeTitle', { name: campaign.name })}
      confirm={t('invitations:campaign.removeConfirm')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('invitations:campaign.removeText', { count: campaign.results.total })}{' '}
      {campaign.results.waiting > 0 ? t('invitations:campaign.removeWaiting') : null}
    </ConfirmDialog>
  );
}
