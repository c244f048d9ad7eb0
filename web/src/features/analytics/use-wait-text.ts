import { waitTime } from '@kindling/contract/wait-time';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';

/** "40 min", "5 h", "3 days". */
export function useWaitText(): (minutes: number) => string {
  const { t, i18n } = useText();
  return (minutes) => {
    const { value, unit } = waitTime(minutes);
    const values = { count: value, value: formatNumber(value, i18n.language) };
    if (unit === 'minute') return t('dashboard:minutes', values);
    return unit === 'hour' ? t('dashboard:hours', values) : t('dashboard:days', values);
  };
}
