import { useText } from '../../lib/i18n/text.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';

export function BoardScreen() {
  const { t } = useText();
  return (
    <Page title={t('board:title')}>
      <Panel>{t('board:empty')}</Panel>
    </Page>
  );
}
