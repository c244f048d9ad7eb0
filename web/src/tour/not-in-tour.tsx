import { pathOf } from '@kindling/contract/screens';
import { siteAddress } from '@kindling/contract/site-address';
import { Button, Group } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { currentLanguage, useText } from '../lib/i18n/text.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Shown for every screen without recorded answers. */
export function NotInTour() {
  const { t, i18n } = useText();
  return (
    <Page title={t('tour:missing.title')}>
      <Panel>
        <EmptyState
          icon={<IconMapOff size={22} />}
          title={t('tour:missing.text')}
          action={
            <Group gap="xs" justify="center">
              <LinkButton to={pathOf('dashboard')}>{t('tour:missing.back')}</LinkButton>
              <Button component="a" variant="default" href={siteAddress('/gallery', currentLanguage(i18n))}>
                {t('tour:missing.gallery')}
              </Button>
            </Group>
          }
        />
      </Panel>
    </Page>
  );
}
