import { pathOf } from '@kindling/contract/screens';
import { siteAddress } from '@kindling/contract/site-address';
import { Button, Group } from '@mantine/core';
import { currentLanguage, useText } from '../lib/i18n/text.ts';
import { Notice } from '../ui/notice.tsx';
import css from './tour-banner.module.css';

/** Says above every screen what the tour is, with the ways out of it. */
export function TourBanner() {
  const { t, i18n } = useText();
  const language = currentLanguage(i18n);
  return (
    <div className={css.place}>
      <Notice
        tone="info"
        title={t('tour:banner.title')}
        action={
          <Group gap="xs">
            <Button component="a" size="xs" href={`${pathOf('signUp')}?lng=${language}`}>
              {t('tour:banner.start')}
            </Button>
            <Button component="a" size="xs" variant="default" href={siteAddress('/', language)}>
              {t('tour:banner.leave')}
            </Button>
          </Group>
        }
      >
        {t('tour:banner.text')}
      </Notice>
    </div>
  );
}
