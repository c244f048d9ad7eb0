import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useMailings } from './use-mailings.ts';

/** Whether this installation can send mail, and that a local one keeps it to itself. */
export function MailNotices() {
  const { t } = useText();
  const [first] = useMailings().data?.pages ?? [];
  if (first === undefined) return null;
  if (!first.mailWorks)
    return (
      <Notice tone="warn" title={t('admin-send-email:noMail.title')}>
        {t('admin-send-email:noMail.text')}
      </Notice>
    );
  return first.localMailbox ? <Notice tone="info">{t('admin-send-email:localMailbox')}</Notice> : null;
}
