import { useAuth } from '../auth/session.tsx';
import { formatDay } from './formats.ts';
import { useText } from './text.ts';

/** The day of a moment on the calendar of the account, by which charts and filters count. */
export function useAccountDay(): (iso: string) => string {
  const { i18n } = useText();
  const zone = useAuth().additionalUserDetails?.timeZone;
  return (iso) => formatDay(iso, i18n.language, zone);
}
