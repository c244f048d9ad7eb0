import { useText } from '../lib/i18n/text.ts';

/** The name of a close button that shows only a cross. */
export function CloseLabel() {
  const { t } = useText();
  return <span className="k-hidden">{t('common:close')}</span>;
}
