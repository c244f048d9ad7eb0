import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import type { PlatformPage } from './platform-page.ts';

/** Meta withdrew recommendations from its newer interfaces; that is said before anybody connects. */
function Notes() {
  const { t } = useText();
  return (
    <Alert color="gray" icon={<IconInfoCircle size={18} />} title={t('platform.facebook.truthTitle')}>
      {t('platform.facebook.truthText')}
    </Alert>
  );
}

export const facebook: PlatformPage = { platform: 'facebook', Notes };
