import { useAuth } from '../auth/session.tsx';
import { formatDay, formatWrittenDay } from './formats.ts';
import { useText } from './text.ts';

/** The day of a moment, or of a review, on the calendar of the account, by which charts and filters count. */
export function useAccountDay(): (when: string | Parameters<typeof formatWrittenDay>[0]) => string {
  const { i18n } = useText();
  const zone = useAuth().additionalUserDetails?.timeZone;
  return (when) =>
    typeof when === 'string'
      ? formatDay(when, i18n.language, zone)
      : formatWrittenDay(when, i18n.language, zone);
}
