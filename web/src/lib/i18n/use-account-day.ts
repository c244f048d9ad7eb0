import { useAuth } from '../auth/session.tsx';
import { formatDay, formatWrittenDay } from './formats.ts';
import { useText } from './text.ts';

/** The day of a time or a review in the account's time zone, which charts and filters use too. */
export function useAccountDay(): (when: string | Parameters<typeof formatWrittenDay>[0]) => string {
  const { i18n } = useText();
  const zone = useAuth().additionalUserDetails?.timeZone;
  return (when) =>
    typeof when === 'string'
      ? formatDay(when, i18n.language, zone)
      : formatWrittenDay(when, i18n.language, zone);
}
