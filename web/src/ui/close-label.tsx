import { useText } from '../lib/i18n/text.ts';

/** The name of a button that shows a cross only. */
export function CloseLabel() {
  const { t } = useText();
  return <span className="k-hidden">{t('common:close')}</span>;
}
