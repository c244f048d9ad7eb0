import type { SyncPlatform } from '@kindling/contract/admin-sync-schedule';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { platformName } from './schedule-words.ts';

interface PausePlatformDialogProps {
  platform: SyncPlatform;
  opened: boolean;
  onClose: () => void;
}

/** Asks before reading from a platform is paused or resumed, for every account at once. */
export function PausePlatformDialog({ platform, opened, onClose }: PausePlatformDialogProps) {
  const { t } = useText();
  const queries = useQueryClient();
  const name = platformName(t, platform);
  const pauses = platform.pausedAt === null;
  const change = useMutation({
    mutationFn: () =>
      client.adminSyncSchedule.pausePlatform({ connector: platform.connector, paused: pauses }),
    onSuccess: async () => {
      onClose();
      toast({
        tone: 'good',
        message: pauses
          ? t('admin-sync-schedule:pause.done', { name })
          : t('admin-sync-schedule:resume.done', { name }),
      });
      await queries.invalidateQueries({ queryKey: query.adminSyncSchedule.key() });
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={
        pauses
          ? t('admin-sync-schedule:pause.title', { name })
          : t('admin-sync-schedule:resume.title', { name })
      }
      confirm={pauses ? t('admin-sync-schedule:action.pause') : t('admin-sync-schedule:action.resume')}
      destructive={pauses}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={() => {
        change.reset();
        onClose();
      }}
    >
      <Text size="sm">
        {pauses
          ? t('admin-sync-schedule:pause.text')
          : t('admin-sync-schedule:resume.text', { count: platform.listings.due })}
      </Text>
    </ConfirmDialog>
  );
}
