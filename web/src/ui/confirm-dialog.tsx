import { Box, Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAuth } from '../lib/auth/session.tsx';
import { useText } from '../lib/i18n/text.ts';
import { markFirstField } from './first-field.ts';
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
  /** Whether the server refuses it to an administrator who acts as a member; they read so before they try. */
  refusedWhileActing?: boolean;
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
  refusedWhileActing = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useText();
  const isActing = useAuth().additionalUserDetails?.impersonated === true;
  const isRefused = refusedWhileActing && isActing;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div ref={markFirstField}>{children}</div>
      {isRefused ? (
        <Box mt="md">
          <Notice tone="warn">{t('acting.refusedForGood')}</Notice>
        </Box>
      ) : null}
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
          disabled={disabled || isRefused}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
