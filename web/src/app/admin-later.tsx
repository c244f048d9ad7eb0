import { IconTools } from '@tabler/icons-react';
import { useText } from '../lib/i18n/text.ts';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';

export function AdminLater() {
  const { t } = useText();
  return (
    <Page title={t('admin.title')}>
      <Panel>
        <EmptyState
          icon={<IconTools size={22} />}
          title={t('admin.laterTitle')}
          text={t('admin.laterText')}
        />
      </Panel>
    </Page>
  );
}
