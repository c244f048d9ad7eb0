import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { PlatformPage } from './platform-page.ts';

/** Meta withdrew recommendations from its newer interfaces; that is said before anybody connects. */
function Notes() {
  const { t } = useText();
  return (
    <Notice tone="info" title={t('connections:platform.facebook.truthTitle')}>
      {t('connections:platform.facebook.truthText')}
    </Notice>
  );
}

export const facebook: PlatformPage = { platform: 'facebook', Notes };
