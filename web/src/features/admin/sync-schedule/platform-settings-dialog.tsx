import type { SyncPlatform } from '@kindling/contract/admin-sync-schedule';
import { syncSettingLimits } from '@kindling/contract/sync';
import { Button, Group, Modal, NumberInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { markFirstField } from '../../../ui/first-field.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { platformName } from './schedule-words.ts';

// locale-keys: admin-sync-schedule.settings.*

const names = ['intervalMinutes', 'fastestIntervalMinutes', 'fullPassDays', 'callsPerMinute'] as const;
type Name = (typeof names)[number];
/** An empty field has no number: the standard holds. */
type Values = Record<Name, number | ''>;

interface DialogProps {
  platform: SyncPlatform;
  opened: boolean;
  onClose: () => void;
}

/** The defaults and limits of a platform, for the next run and call. */
export function PlatformSettingsDialog({ platform, opened, onClose }: DialogProps) {
  const { t } = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('admin-sync-schedule:settings.title', { name: platformName(t, platform) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened ? <SettingsForms platform={platform} onClose={onClose} /> : null}
    </Modal>
  );
}

/** The form keeps what it began with, while the page behind it is read again, until somebody asks for the new values. */
function SettingsForms({ platform, onClose }: Omit<DialogProps, 'opened'>) {
  const [start, setStart] = useState(platform);
  return (
    <SettingsForm
      key={start.version}
      platform={start}
      onClose={onClose}
      onReload={() => setStart(platform)}
      isOutdated={platform.version !== start.version}
    />
  );
}

interface FormProps {
  platform: SyncPlatform;
  onClose: () => void;
  onReload: () => void;
  isOutdated: boolean;
}

function SettingsForm({ platform, onClose, onReload, isOutdated }: FormProps) {
  const { t, i18n } = useText();
  const queries = useQueryClient();
  const { connector, version, chosen, standard } = platform;
  const form = useForm<Values>({
    initialValues: {
      intervalMinutes: chosen.intervalMinutes ?? '',
      fastestIntervalMinutes: chosen.fastestIntervalMinutes ?? '',
      fullPassDays: chosen.fullPassDays ?? '',
      callsPerMinute: chosen.callsPerMinute ?? '',
    },
    validate: (values) => {
      const fastest = values.fastestIntervalMinutes || standard.fastestIntervalMinutes;
      return (values.intervalMinutes || standard.intervalMinutes) < fastest
        ? { intervalMinutes: t('admin-sync-schedule:settings.belowFastest') }
        : {};
    },
  });
  const save = useMutation({
    mutationFn: (values: Values) => {
      const orNull = (name: Name) => (values[name] === '' ? null : values[name]);
      return client.adminSyncSchedule.changePlatform({
        connector,
        version,
        intervalMinutes: orNull('intervalMinutes'),
        fastestIntervalMinutes: orNull('fastestIntervalMinutes'),
        fullPassDays: orNull('fullPassDays'),
        callsPerMinute: orNull('callsPerMinute'),
      });
    },
    onSuccess: () => {
      onClose();
      toast({ tone: 'good', message: t('admin-sync-schedule:settings.saved') });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: query.adminSyncSchedule.key() }),
  });
  const conflict = save.error !== null && toApiError(save.error).code === 'conflict';
  return (
    <form ref={markFirstField} onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        {names.map((name) => (
          <NumberInput
            key={name}
            label={t(`admin-sync-schedule:settings.${name}`)}
            description={t(`admin-sync-schedule:settings.${name}Hint`, {
              standard: formatNumber(standard[name], i18n.language),
            })}
            placeholder={formatNumber(standard[name], i18n.language)}
            {...syncSettingLimits[name]}
            clampBehavior="blur"
            allowDecimal={false}
            allowNegative={false}
            value={form.values[name]}
            error={form.errors[name]}
            onChange={(value) => form.setFieldValue(name, typeof value === 'number' ? value : '')}
          />
        ))}
        {conflict || isOutdated ? (
          <Notice
            tone="warn"
            alert
            action={
              <Button
                size="xs"
                variant="default"
                disabled={!isOutdated}
                onClick={() => {
                  save.reset();
                  onReload();
                }}
              >
                {t('admin-sync-schedule:settings.reload')}
              </Button>
            }
          >
            {t('admin-sync-schedule:settings.conflict')}
          </Notice>
        ) : save.error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={save.error} />
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={isOutdated}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
