import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatWait } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { markFirstField } from '../../../ui/first-field.ts';

/** Minutes, from an hour to a week. */
const intervals = [60, 120, 180, 360, 720, 1_440, 2_880, 4_320, 10_080];
const standard = 'standard';

interface IntervalDialogProps {
  opened: boolean;
  /** How many listings change. */
  count: number;
  /** The interval at first; null: the default of the platform. */
  start: number | null;
  onClose: () => void;
  onChoose: (minutes: number | null) => void;
}

export function IntervalDialog({ opened, onClose, ...props }: IntervalDialogProps) {
  const { t } = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('admin-sync-schedule:interval.title', { count: props.count })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened ? <IntervalForm onClose={onClose} {...props} /> : null}
    </Modal>
  );
}

function IntervalForm({ start, onClose, onChoose }: Omit<IntervalDialogProps, 'opened' | 'count'>) {
  const { t, i18n } = useText();
  const [value, setValue] = useState(start === null ? standard : String(start));
  const offered = [...new Set(start === null ? intervals : [...intervals, start])].sort((a, b) => a - b);
  return (
    <form
      ref={markFirstField}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(value === standard ? null : Number(value));
      }}
    >
      <Stack gap="md">
        <NativeSelect
          label={t('admin-sync-schedule:interval.label')}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          data={[
            { value: standard, label: t('admin-sync-schedule:interval.standard') },
            ...offered.map((minutes) => ({
              value: String(minutes),
              label: formatWait(minutes, i18n.language),
            })),
          ]}
        />
        <Text size="sm" c="dimmed">
          {t('admin-sync-schedule:interval.hint')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit">{t('common:save')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
