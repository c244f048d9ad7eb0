import { Box, Button, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showBlockOf, signInAgain, useSession } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';

/** Shown when the session ends while somebody works. The page behind it keeps what was typed. */
export function SessionEnded({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const session = useSession();
  const queries = useQueryClient();
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    setFailed(false);
    try {
      if (!(await signInAgain(session))) {
        location.assign('/dashboard');
        return;
      }
      if (await showBlockOf(session)) return;
      onClose();
      await queries.invalidateQueries();
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('auth.endedTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text>{t('auth.endedText')}</Text>
      {failed ? (
        <Box mt="md">
          <Notice tone="bad" alert>
            {t('auth.popupFailed')}
          </Notice>
        </Box>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button onClick={again} loading={busy}>
          {t('auth.signInAgain')}
        </Button>
      </Group>
    </Modal>
  );
}
