import type { Maintenance, StoredNotice } from '@kindling/contract/maintenance';
import { maxOpenNotices } from '@kindling/contract/maintenance';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import css from './maintenance-panel.module.css';
import { NoticeDialog } from './notice-dialog.tsx';
import { NoticeRow } from './notice-row.tsx';
import { ReadOnlySwitch } from './read-only-switch.tsx';

/** The read-only mode for upgrades, and the notices on everybody's screens. */
export function MaintenancePanel() {
  const { t } = useText();
  const queries = useQueryClient();
  const stored = useQuery(query.maintenance.get.queryOptions({ input: {} }));
  const [editing, setEditing] = useState<StoredNotice | 'new' | null>(null);
  const place = useArrival('maintenance');
  /** Every change answers with the whole state. */
  const onChanged = (next: Maintenance, message: string) => {
    queries.setQueryData(query.maintenance.get.queryKey({ input: {} }), next);
    void queries.invalidateQueries({ queryKey: query.maintenance.current.key() });
    void queries.invalidateQueries({ queryKey: query.adminDashboard.get.key() });
    toast({ tone: 'good', message });
  };
  const { data } = stored;
  return (
    <div ref={place} id="maintenance" className={css.place}>
      <Panel title={t('admin-dashboard:maintenance.title')}>
        {stored.isPending ? <Skeleton shape="form" height={140} /> : null}
        {stored.isError ? <ErrorState error={stored.error} retry={() => void stored.refetch()} /> : null}
        {data === undefined ? null : (
          <div className={css.parts}>
            <ReadOnlySwitch
              mode={data.readOnly}
              onChanged={onChanged}
              onConflict={() => void stored.refetch()}
            />
            <section aria-label={t('admin-dashboard:notices.title')}>
              <div className={css.head}>
                <div>
                  <h3 className={css.heading}>{t('admin-dashboard:notices.title')}</h3>
                  <p className={css.hint}>{t('admin-dashboard:notices.lead')}</p>
                </div>
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  disabled={data.notices.length >= maxOpenNotices}
                  onClick={() => setEditing('new')}
                >
                  {t('admin-dashboard:notices.add')}
                </Button>
              </div>
              {data.notices.length === 0 ? (
                <p className={css.none}>{t('admin-dashboard:notices.none')}</p>
              ) : (
                <ul className={css.notices}>
                  {data.notices.map((notice) => (
                    <NoticeRow
                      key={notice.id}
                      notice={notice}
                      onEdit={() => setEditing(notice)}
                      onChanged={onChanged}
                      onConflict={() => void stored.refetch()}
                    />
                  ))}
                </ul>
              )}
            </section>
          </div>
        )}
      </Panel>
      {editing === null ? null : (
        <NoticeDialog
          notice={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onChanged={onChanged}
          onConflict={() => void stored.refetch()}
        />
      )}
    </div>
  );
}

/** Scrolls to the panel when the address names it. */
function useArrival(name: string) {
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${name}`) place.current?.scrollIntoView({ block: 'start' });
  }, [hash, name]);
  return place;
}
