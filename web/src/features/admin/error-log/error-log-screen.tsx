import { type ErrorGroup, errorLogLimits } from '@kindling/contract/error-log';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconSearchOff, IconVolumeOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { query } from '../../../lib/api/client.ts';
import { pagedListOptions } from '../../../lib/api/paged-list-options.ts';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { ErrorDetails } from './error-details.tsx';
import { ErrorFilters } from './error-filters.tsx';
import css from './error-log.module.css';
import { ErrorRow } from './error-row.tsx';
import { RulesDialog } from './rules-dialog.tsx';
import { type ErrorFilters as Filters, useErrorAddress } from './use-error-address.ts';

function inputOf({ search, state, origin, level }: Filters) {
  return {
    ...(search === '' ? {} : { search }),
    ...(state === 'all' ? {} : { state }),
    ...(origin === null ? {} : { origin }),
    ...(level === null ? {} : { level }),
  };
}

function useErrors(filters: Filters) {
  return useInfiniteQuery(
    query.errorLog.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...inputOf(filters),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      ...pagedListOptions,
    }),
  );
}

/** Errors of the whole installation, the newest first. */
export function ErrorLogScreen() {
  const { t, i18n } = useText();
  const { filters, opened, change, open } = useErrorAddress();
  const list = useErrors(filters);
  const [like, setLike] = useState<ErrorGroup | null>(null);
  const [ruling, setRuling] = useState(false);
  const openCount = list.data?.pages[0]?.open;
  const showRules = (group: ErrorGroup | null) => {
    setLike(group);
    setRuling(true);
  };
  return (
    <Page
      title={t('admin-error-log:title')}
      lead={
        openCount === undefined
          ? undefined
          : t('admin-error-log:lead', { count: openCount, value: formatNumber(openCount, i18n.language) })
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconVolumeOff size={17} stroke={1.75} aria-hidden />}
          onClick={() => showRules(null)}
        >
          {t('admin-error-log:rules')}
        </Button>
      }
    >
      <div className={css.screen}>
        <ErrorFilters filters={filters} onChange={change} />
        <ErrorList list={list} filters={filters} opened={opened} />
      </div>
      <ErrorDetails
        id={opened}
        hrefOfAccount={(account) => `?${new URLSearchParams({ state: 'all', search: account })}`}
        onMute={showRules}
        onClose={() => open(null)}
      />
      <RulesDialog opened={ruling} like={like} onClose={() => setRuling(false)} />
    </Page>
  );
}

interface ErrorListProps {
  list: ReturnType<typeof useErrors>;
  filters: Filters;
  opened: string | null;
}

function ErrorList({ list, filters, opened }: ErrorListProps) {
  const { t } = useText();
  const [params] = useSearchParams();
  const groups = list.data?.pages.flatMap(({ items }) => items);
  const hrefOf = (id: string) => {
    const next = new URLSearchParams(params);
    next.set('error', id);
    return `?${next}`;
  };
  if (groups === undefined)
    return list.error === null ? (
      <Skeleton shape="rows" framed height={420} />
    ) : (
      <Panel>
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      </Panel>
    );
  if (groups.length === 0) return <NoErrors filters={filters} />;
  return (
    <>
      <Panel flush>
        <p className={css.listNote}>{t('admin-error-log:listNote', { count: errorLogLimits.listDays })}</p>
        <ul className={css.list} aria-label={t('admin-error-log:title')}>
          {groups.map((group) => (
            <ErrorRow key={group.id} group={group} href={hrefOf(group.id)} isOpen={group.id === opened} />
          ))}
        </ul>
      </Panel>
      <LoadMore list={list} />
    </>
  );
}

function NoErrors({ filters }: { filters: Filters }) {
  const { t } = useText();
  const isPlain =
    filters.search === '' && filters.origin === null && filters.level === null && filters.state === 'open';
  return (
    <Panel>
      <EmptyState
        icon={isPlain ? <IconCircleCheck size={22} aria-hidden /> : <IconSearchOff size={22} aria-hidden />}
        title={isPlain ? t('admin-error-log:emptyTitle') : t('admin-error-log:noneTitle')}
        text={isPlain ? t('admin-error-log:empty') : t('admin-error-log:none')}
      />
    </Panel>
  );
}
