import { Button } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { BusinessCard } from './business-card.tsx';
import { BusinessForm } from './business-form.tsx';
import css from './businesses.module.css';

/** Every business with its locations, their connected listings, and the figures that the platforms report. */
export function BusinessesScreen() {
  const { t, i18n } = useText();
  const [creating, setCreating] = useState(false);
  const [showArchived, setShowArchived] = useState(false);
  const list = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const sources = useQuery(query.connections.list.queryOptions({ input: {} }));
  // Stays true during a retry, so that the list that is already shown does not disappear.
  const sourcesFailed = sources.failureCount > 0 || sources.errorUpdateCount > 0;
  const businesses = list.data?.businesses;
  const connections = sources.data?.connections;
  const archived = (businesses ?? []).filter((business) => business.archivedAt !== null);
  const mayManage = useMayDo('businesses.manage');
  const create = mayManage ? (
    <Button
      leftSection={<IconPlus size={16} />}
      disabled={businesses === undefined}
      onClick={() => setCreating(true)}
    >
      {t('businesses:create')}
    </Button>
  ) : null;
  const card = (business: NonNullable<typeof businesses>[number]) => (
    <BusinessCard
      key={business.id}
      business={business}
      businesses={businesses ?? []}
      connections={connections ?? null}
      listings={(connections ?? []).flatMap((connection) =>
        connection.listings.map((listing) => ({ ...listing, platform: connection.platform })),
      )}
    />
  );
  return (
    <Page title={t('businesses:title')} lead={t('businesses:lead')} actions={create}>
      {list.isError && businesses === undefined ? (
        <Panel>
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        </Panel>
      ) : businesses === undefined || (connections === undefined && !sourcesFailed) ? (
        <div className={css.list} role="status" aria-label={t('common:loading')}>
          <Skeleton shape="rows" framed height={220} />
          <Skeleton shape="rows" framed height={160} />
        </div>
      ) : businesses.length === 0 ? (
        <Panel>
          <EmptyState
            icon={<IconBuildingStore size={22} />}
            title={t('businesses:noneTitle')}
            {...(mayManage ? { text: t('businesses:noneText') } : {})}
            action={create}
          />
        </Panel>
      ) : (
        <div className={css.list}>
          {connections === undefined ? (
            <Notice
              tone="warn"
              action={
                <Button
                  size="xs"
                  variant="default"
                  loading={sources.isFetching}
                  onClick={() => void sources.refetch()}
                >
                  {t('common:tryAgain')}
                </Button>
              }
            >
              {t('businesses:sourcesFailed')}
            </Notice>
          ) : null}
          {businesses.filter((business) => business.archivedAt === null).map(card)}
          {archived.length === 0 ? null : (
            <Button
              className={css.toggle}
              variant="subtle"
              color="gray"
              aria-expanded={showArchived}
              onClick={() => setShowArchived(!showArchived)}
            >
              {showArchived
                ? t('businesses:hideArchived')
                : t('businesses:showArchived', {
                    count: archived.length,
                    value: formatNumber(archived.length, i18n.language),
                  })}
            </Button>
          )}
          {showArchived ? archived.map(card) : null}
        </div>
      )}
      {creating ? <BusinessForm business={null} onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
