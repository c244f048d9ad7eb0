import type { ActivityRow } from '@kindling/contract/activity';
import { pathOf } from '@kindling/contract/screens';
import { Anchor, Button } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconHistory, IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAuth } from '../../lib/auth/session.tsx';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatDay } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, ErrorText } from '../../ui/states.tsx';
import { ZoneNote } from '../../ui/zone-note.tsx';
import css from './activity.module.css';
import { useActivityAddress } from './activity-address.ts';
import { ActivityEntry } from './activity-entry.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { useActivity, useActivityExport } from './use-activity.ts';

/** Who did what in the account: its members, support in their name, programs, and the program by itself. */
export function ActivityScreen() {
  const { t } = useText();
  const address = useActivityAddress();
  const list = useActivity(address.choice);
  const file = useActivityExport(address.choice);
  const isActing = useAuth().additionalUserDetails?.impersonated === true;
  const mayExport = useMayDo('activity.export');
  const entries = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Page
      title={t('activity:title')}
      lead={t('activity:lead')}
      back={
        isActing ? undefined : (
          <Anchor component={Link} to={pathOf('profile')} size="sm">
            <IconArrowLeft size={14} aria-hidden /> {t('activity:back')}
          </Anchor>
        )
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={list.isRefetching && !list.isFetchingNextPage}
            onClick={() => void list.refetch()}
          >
            {t('activity:refresh')}
          </Button>
          {mayExport ? (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={file.isBusy}
              onClick={file.run}
            >
              {t('activity:export')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={css.stack}>
        {file.error === null ? null : (
          <Notice tone="bad" alert>
            {t('activity:exportFailed')} <ErrorText error={file.error} />
          </Notice>
        )}
        <ActivityFilters {...address} />
        <ZoneNote />
        {list.isPending ? <Skeleton shape="rows" framed height={420} /> : null}
        {entries === undefined && list.error !== null ? (
          <Panel>
            <ErrorState error={list.error} retry={() => void list.refetch()} />
          </Panel>
        ) : null}
        {entries === undefined ? null : <Days entries={entries} clear={address.clear} />}
        {list.isFetchNextPageError ? (
          <Notice tone="bad" alert>
            <ErrorText error={list.error} />
          </Notice>
        ) : null}
        {list.hasNextPage ? (
          <Button
            className={css.more}
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('activity:more')}
          </Button>
        ) : null}
        {entries !== undefined && entries.length > 0 && !list.hasNextPage ? (
          <p className={css.end}>{t('activity:end')}</p>
        ) : null}
      </div>
    </Page>
  );
}

/** The entries under the viewer's days, newest first. */
function Days({ entries, clear }: { entries: readonly ActivityRow[]; clear: () => void }) {
  const { t, i18n } = useText();
  if (entries.length === 0)
    return (
      <Panel>
        <EmptyState
          icon={<IconHistory size={22} />}
          title={t('activity:emptyTitle')}
          text={t('activity:emptyText')}
          action={
            <Button variant="default" onClick={clear}>
              {t('activity:clear')}
            </Button>
          }
        />
      </Panel>
    );
  return [...Map.groupBy(entries, ({ at }) => formatDay(at, i18n.language))].map(([day, ofDay]) => (
    <section key={day} className={css.day} aria-label={day}>
      <h2 className={css.dayTitle}>{day}</h2>
      <ol className={css.entries}>
        {ofDay.map((entry) => (
          <ActivityEntry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  ));
}
