import type { BulkProgress } from '@kindling/contract/bulk-actions';
import { Button, Progress } from '@mantine/core';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { type Translate, useText } from '../../../lib/i18n/text.ts';
import css from './bulk.module.css';

// locale-keys: triage.bulk.failure.*
// locale-keys: triage.bulk.skipped.*

interface BulkRunProps {
  bulk: BulkProgress;
  /** What is done, where several actions are listed. */
  name?: string | undefined;
  /** The progress cannot be read at the moment. */
  lost: boolean;
  stopping: boolean;
  onStop: () => void;
}

/** An action that has not ended. */
export function BulkRun({ bulk, name, lost, stopping, onStop }: BulkRunProps) {
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
        <p className="k-num">
          <Name name={name} />
          <span>{lost ? t('triage:bulk.lost') : text}</span>
        </p>
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

interface BulkOutcomeProps extends Pick<BulkRunProps, 'bulk' | 'name'> {
  onDone: () => void;
}

/** What an action that has ended did, and what it left. */
export function BulkOutcome({ bulk, name, onDone }: BulkOutcomeProps) {
  const { t, i18n } = useText();
  const value = (count: number) => formatNumber(count, i18n.language);
  return (
    <>
      <div className={css.outcome} role="status">
        <Name name={name} />
        {bulk.failure === null ? null : <p>{t(`triage:bulk.failure.${bulk.failure}`)}</p>}
        {bulk.state === 'canceled' ? <p>{t('triage:bulk.outcome.canceled')}</p> : null}
        <p>{outcomeText(t, bulk, i18n.language)}</p>
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

function Name({ name }: Pick<BulkRunProps, 'name'>) {
  return name === undefined ? null : <strong className={css.name}>{name}</strong>;
}

/** How many reviews an action has changed. */
export function outcomeText(t: Translate, { changed }: BulkProgress, language: string): string {
  return changed === 0
    ? t('triage:bulk.outcome.nothing')
    : t('triage:bulk.outcome.changed', { count: changed, value: formatNumber(changed, language) });
}
