import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Says that this installation sends no mail. */
export function MailOff() {
  const { t } = useText();
  return (
    <Notice tone="warn" title={t('invitations:mailOff.title')}>
      {t('invitations:mailOff.text')}
    </Notice>
  );
}
