import type { BulkProgress } from '@kindling/contract/bulk-actions';
import { Button, Progress } from '@mantine/core';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import css from './bulk.module.css';

// locale-keys: triage.bulk.failure.*
// locale-keys: triage.bulk.skipped.*

interface BulkRunProps {
  bulk: BulkProgress;
  /** The progress cannot be read at the moment. */
  lost: boolean;
  stopping: boolean;
  onStop: () => void;
}

/** An action that has not ended. */
export function BulkRun({ bulk, lost, stopping, onStop }: BulkRunProps) {
  const { t, i18n } = useText();
  const value = (count: number) => formatNumber(count, i18n.language);
  const isSelecting = bulk.state === 'selecting';
  const text = isSelecting
    ? t('triage:bulk.selecting')
    : t('triage:bulk.running', { done: value(bulk.done), total: value(bulk.total) });
  const share = isSelecting || bulk.total === 0 ? 0 : (100 * bulk.done) / bulk.total;
  return (
    <>
      <div className={css.progress}>
        <p className="k-num">{lost ? t('triage:bulk.lost') : text}</p>
        <Progress value={isSelecting ? 100 : share} animated={isSelecting} aria-label={text} />
      </div>
      <div className={css.end}>
        <Button size="xs" variant="default" loading={stopping} onClick={onStop}>
          {t('triage:bulk.stop')}
        </Button>
      </div>
    </>
  );
}

/** What an action that has ended did, and what it left. */
export function BulkOutcome({ bulk, onDone }: { bulk: BulkProgress; onDone: () => void }) {
  const { t, i18n } = useText();
  const value = (count: number) => formatNumber(count, i18n.language);
  return (
    <>
      <div className={css.outcome} role="status">
        {bulk.failure === null ? null : <p>{t(`triage:bulk.failure.${bulk.failure}`)}</p>}
        {bulk.state === 'canceled' ? <p>{t('triage:bulk.outcome.canceled')}</p> : null}
        <p>
          {bulk.changed === 0
            ? t('triage:bulk.outcome.nothing')
            : t('triage:bulk.outcome.changed', { count: bulk.changed, value: value(bulk.changed) })}
        </p>
        {bulk.skipped.map(({ reason, count }) => (
          <p key={reason}>{t(`triage:bulk.skipped.${reason}`, { count, value: value(count) })}</p>
        ))}
      </div>
      <div className={css.end}>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('triage:bulk.done')}
        </Button>
      </div>
    </>
  );
}
