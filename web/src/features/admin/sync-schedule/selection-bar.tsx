import { type ListingAction, maxListingsPerAction } from '@kindling/contract/admin-sync-schedule';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { IntervalDialog } from './interval-dialog.tsx';
import css from './sync-schedule.module.css';

interface SelectionBarProps {
  count: number;
  busy: boolean;
  onAct: (action: ListingAction, intervalMinutes?: number | null) => void;
  onClear: () => void;
}

/** What to do with the selected listings; stays in view while the list scrolls. */
export function SelectionBar({ count, busy, onAct, onClear }: SelectionBarProps) {
  const { t, i18n } = useText();
  const [asks, setAsks] = useState(false);
  return (
    <div className={css.selection} role="toolbar" aria-label={t('admin-sync-schedule:select.toolbar')}>
      <strong role="status">
        {t('admin-sync-schedule:select.count', { count, value: formatNumber(count, i18n.language) })}
        {count < maxListingsPerAction ? null : (
          <span className={css.muted}>
            {t('admin-sync-schedule:select.limit', {
              value: formatNumber(maxListingsPerAction, i18n.language),
            })}
          </span>
        )}
      </strong>
      <div>
        <Button size="xs" variant="default" disabled={busy} onClick={() => onAct('run')}>
          {t('admin-sync-schedule:action.run')}
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={() => onAct('pause')}>
          {t('admin-sync-schedule:action.pause')}
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={() => onAct('resume')}>
          {t('admin-sync-schedule:action.resume')}
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={() => setAsks(true)}>
          {t('admin-sync-schedule:action.interval')}
        </Button>
        <Button size="xs" variant="subtle" disabled={busy} onClick={onClear}>
          {t('admin-sync-schedule:select.clear')}
        </Button>
      </div>
      <IntervalDialog
        opened={asks}
        count={count}
        start={null}
        onClose={() => setAsks(false)}
        onChoose={(minutes) => {
          setAsks(false);
          onAct('interval', minutes);
        }}
      />
    </div>
  );
}
