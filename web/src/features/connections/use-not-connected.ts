import { useIsLimited } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';

/** Says that a platform is not connected. A limited member does not see what is connected for other locations. */
export function useNotConnected(): string {
  const { t } = useText();
  return useIsLimited() ? t('connections:notConnectedLimited') : t('connections:notConnected');
}
