import type { AuditRow, AuditSearch as Search } from '@kindling/contract/admin-audit';
import { Button } from '@mantine/core';
import { IconDownload, IconListSearch } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState, ErrorText } from '../../../ui/states.tsx';
import { ZoneNote } from '../../../ui/zone-note.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { AuditFilters } from './audit-filters.tsx';
import css from './audit-search.module.css';
import { useAudit, useAuditAddress, useAuditExport } from './use-audit.ts';

/**
 * The trails of all accounts and of the operator: by person, account, action and time, which the address bar keeps (`actor`,
 * `account`, `action`, `group`, `from`, `to`, `trail`).
 */
export function AuditSearch() {
  const { search, change } = useAuditAddress();
  const { t } = useText();
  const list = useAudit(search);
  const file = useAuditExport(search);
  const entries = list.data?.pages.flatMap(({ items }) => items);
  return (
    <div className={css.stack}>
      <AuditFilters search={search} change={change}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={file.isBusy}
          onClick={file.run}
        >
          {t('admin-audit:export')}
        </Button>
      </AuditFilters>
      {file.error === null ? null : (
        <Notice tone="bad" alert>
          {t('admin-audit:exportFailed')} <ErrorText error={file.error} />
        </Notice>
      )}
      <ZoneNote />
      {list.isPending ? <Skeleton shape="rows" framed height={420} /> : null}
      {entries === undefined && list.error !== null ? (
        <Panel>
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        </Panel>
      ) : null}
      {entries === undefined ? null : <Entries entries={entries} search={search} change={change} />}
      <LoadMore list={list} />
    </div>
  );
}

function Entries(props: { entries: readonly AuditRow[]; search: Search; change: (next: Search) => void }) {
  const { t } = useText();
  if (props.entries.length === 0)
    return (
      <Panel>
        <EmptyState
          icon={<IconListSearch size={22} />}
          title={t('admin-audit:emptyTitle')}
          text={t('admin-audit:emptyText')}
        />
      </Panel>
    );
  return (
    <div className={css.entries}>
      <table>
        <caption className="k-hidden">{t('admin-audit:title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('admin-audit:time')}</th>
            <th scope="col">{t('admin-audit:action')}</th>
            <th scope="col">{t('admin-audit:who')}</th>
            <th scope="col">{t('admin-audit:account')}</th>
            <th scope="col">{t('admin-audit:details')}</th>
          </tr>
        </thead>
        <tbody>
          {props.entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} search={props.search} change={props.change} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
