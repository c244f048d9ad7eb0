import { IconMapOff } from '@tabler/icons-react';
import { useText } from '../lib/i18n/text.ts';
import { LinkButton } from './link-button.tsx';
import { Page } from './page.tsx';
import { Panel } from './panel.tsx';
import { EmptyState } from './states.tsx';

/** A path of the app that leads to nothing: a screen that this version does not have, or a thing that is gone. */
export function MissingPage() {
  const { t } = useText();
  return (
    <Page title={t('errors:page.notFoundTitle')}>
      <Panel>
        <EmptyState
          icon={<IconMapOff size={22} />}
          title={t('errors:page.notFoundText')}
          // Whose home is another page is sent on from there.
          action={<LinkButton to="/dashboard">{t('errors:page.toDashboard')}</LinkButton>}
        />
      </Panel>
    </Page>
  );
}
