import { IconMapOff } from '@tabler/icons-react';
import { useText } from '../lib/i18n/text.ts';
import { LinkButton } from './link-button.tsx';
import { Page } from './page.tsx';
import { Panel } from './panel.tsx';
import { EmptyState } from './states.tsx';

/** Shown for a path without a page: a screen that this version does not have, or something that was deleted. */
export function MissingPage() {
  const { t } = useText();
  return (
    <Page title={t('errors:page.notFoundTitle')}>
      <Panel>
        <EmptyState
          icon={<IconMapOff size={22} />}
          title={t('errors:page.notFoundText')}
          // The guard redirects a role with another home.
          action={<LinkButton to="/dashboard">{t('errors:page.toDashboard')}</LinkButton>}
        />
      </Panel>
    </Page>
  );
}
