import { Box, Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/i18n/text.ts';
import { Notice } from './notice.tsx';
import { ErrorText } from './states.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** Says what will happen. */
  children: ReactNode;
  confirm: string;
  /** The button that changes nothing. Default: "Cancel". */
  dismiss?: string;
  busy: boolean;
  /** True while a required input is missing. */
  disabled?: boolean;
  error: unknown;
  /** False where nothing is lost and nobody loses access. Default: true. */
  destructive?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone, or that others notice at once. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirm,
  dismiss,
  busy,
  disabled = false,
  error,
  destructive = true,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {children}
      {error === null ? null : (
        <Box mt="md">
          <Notice tone="bad" alert>
            <ErrorText error={error} />
          </Notice>
        </Box>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {dismiss ?? t('common:cancel')}
        </Button>
        <Button
          {...(destructive ? { color: 'red.8' } : {})}
          onClick={onConfirm}
          loading={busy}
          disabled={disabled}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
