import type { MailingSummary } from '@kindling/contract/mailings';
import { useText } from '../../../lib/i18n/text.ts';
import { Tag } from '../../../ui/tag.tsx';
import { isHandedOver, stateTones } from './mailing-words.ts';

// locale-keys: admin-send-email.state.*

/** The state, which the list and the page of one mailing say alike. */
export function StateTag({ mailing }: { mailing: Pick<MailingSummary, 'state' | 'queued'> }) {
  const { t } = useText();
  if (isHandedOver(mailing)) return <Tag tone="warn">{t('admin-send-email:state.handedOver')}</Tag>;
  return <Tag tone={stateTones[mailing.state]}>{t(`admin-send-email:state.${mailing.state}`)}</Tag>;
}
