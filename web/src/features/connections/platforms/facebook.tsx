import type { Connection } from '@kindling/contract/connections';
import { Anchor } from '@mantine/core';
import { useMayDo } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { PlatformPage } from './platform-page.ts';
import css from './platforms.module.css';

// locale-keys: connections.platform.facebook.works.*
// locale-keys: connections.platform.facebook.lost.*

/** Meta removed recommendations from newer versions of its API. This is said before connecting and afterwards. */
function Notes({ withdrawn, connections }: { withdrawn: boolean; connections: readonly Connection[] }) {
  const { t } = useText();
  const mayImport = useMayDo('reviews.import');
  return (
    <Panel
      title={
        withdrawn
          ? t('connections:platform.facebook.withdrawnTitle')
          : t('connections:platform.facebook.truthTitle')
      }
    >
      <p className={css.lead}>{t('connections:platform.facebook.truthText')}</p>
      <div className={css.two}>
        <section>
          <h3>{t('connections:platform.facebook.worksTitle')}</h3>
          <ul>
            {(['old', 'destination', 'import', 'kept'] as const).map((key) => (
              <li key={key}>{t(`connections:platform.facebook.works.${key}`)}</li>
            ))}
          </ul>
        </section>
        <section>
          <h3>{t('connections:platform.facebook.lostTitle')}</h3>
          <ul>
            {(['reading', 'stars', 'loop'] as const).map((key) => (
              <li key={key}>{t(`connections:platform.facebook.lost.${key}`)}</li>
            ))}
          </ul>
        </section>
      </div>
      <div className={css.instead}>
        {mayImport ? (
          <LinkButton size="xs" variant="default" to="/connections/import">
            {t('connections:platform.facebook.import')}
          </LinkButton>
        ) : null}
        <ReviewPageLinks connections={connections} />
      </div>
    </Panel>
  );
}

/** Each page remains a link for writing a recommendation, whether or not we can read it. */
function ReviewPageLinks({ connections }: { connections: readonly Connection[] }) {
  const { t } = useText();
  const pages = connections.flatMap((connection) => connection.listings);
  return pages.map(({ id, name, writeReviewUrl }) =>
    writeReviewUrl === null ? null : (
      <Anchor key={id} href={writeReviewUrl} target="_blank" rel="noreferrer" size="sm">
        {t('connections:platform.facebook.recommendAt', { name })}
      </Anchor>
    ),
  );
}

export const facebook: Omit<PlatformPage, 'platform'> = { Notes };
