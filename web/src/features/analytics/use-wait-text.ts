import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';

/** Minutes in the unit that people say: "40 min", "5 h", "3 days". */
export function useWaitText(): (minutes: number) => string {
  const { t, i18n } = useText();
  const number = (value: number, digits: number) => {
    const rounded = Math.round(value * 10 ** digits) / 10 ** digits;
    return { count: rounded, value: formatNumber(rounded, i18n.language) };
  };
  return (minutes) => {
    if (minutes < 90) return t('dashboard:minutes', number(minutes, 0));
    if (minutes < 36 * 60) return t('dashboard:hours', number(minutes / 60, minutes < 600 ? 1 : 0));
    return t('dashboard:days', number(minutes / 1_440, minutes < 14_400 ? 1 : 0));
  };
}
