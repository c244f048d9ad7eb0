import { IconShieldLock } from '@tabler/icons-react';
import { useText } from '../lib/i18n/text.ts';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';

export function AdminHome() {
  const { t } = useText();
  return (
    <Page title={t('admin.title')}>
      <Panel>
        <EmptyState
          icon={<IconShieldLock size={22} />}
          title={t('admin.emptyTitle')}
          text={t('admin.emptyText')}
        />
      </Panel>
    </Page>
  );
}
