import { Button } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { ShareDialog } from './share-dialog.tsx';

interface SharePreviewProps {
  id: string;
  /** Awaited before a link is made, because a link shows the saved draft. */
  saveDraft: () => Promise<void>;
}

/** Opens the links with which people without an account see the preview. */
export function SharePreview({ id, saveDraft }: SharePreviewProps) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconShare2 size={15} />}
        onClick={() => setOpened(true)}
      >
        {t('widgets:share.open')}
      </Button>
      <ShareDialog id={id} saveDraft={saveDraft} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
