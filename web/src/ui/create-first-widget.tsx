import { useText } from '../lib/i18n/text.ts';
import { LinkButton } from './link-button.tsx';

/** Opens the templates for the first widget. Only for members who may make widgets. */
export function CreateFirstWidget() {
  const { t } = useText();
  return <LinkButton to="/widgets?create">{t('common:firstWidget')}</LinkButton>;
}
