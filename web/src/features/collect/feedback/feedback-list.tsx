import type { FeedbackRow } from '@kindling/contract/feedback';
import { Button } from '@mantine/core';
import { formatRelative } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import { GivenRating } from '../given-rating.tsx';
import css from './feedback.module.css';

// locale-keys: feedback.state.*

interface FeedbackListProps {
  rows: readonly FeedbackRow[];
  openId: string | null;
  onOpen: (id: string) => void;
  more: { has: boolean; loading: boolean; error: unknown; load: () => void };
}

/** The messages as buttons; the open one is marked. */
export function FeedbackList({ rows, openId, onOpen, more }: FeedbackListProps) {
  const { t } = useText();
  const several = new Set(rows.map(({ locationId }) => locationId)).size > 1;
  return (
    <>
      <ul className={css.list} aria-label={t('feedback:list')}>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className={css.row}
              data-message={row.id}
              data-new={row.state === 'new' || undefined}
              aria-current={row.id === openId}
              onClick={() => onOpen(row.id)}
            >
              <Row row={row} showLocation={several} />
            </button>
          </li>
        ))}
      </ul>
      {more.error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={more.error} />
        </p>
      )}
      {more.has ? (
        <div className={css.more}>
          <Button variant="subtle" size="xs" onClick={more.load} loading={more.loading}>
            {t('feedback:more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Row({ row, showLocation }: { row: FeedbackRow; showLocation: boolean }) {
  const { t, i18n } = useText();
  return (
    <>
      <span className={css.rowHead}>
        <strong className={css.name} dir="auto">
          {row.authorName ?? t('feedback:noName')}
        </strong>
        <GivenRating rating={row.rating} size={12} />
        <time className={css.age} dateTime={row.createdAt}>
          {formatRelative(row.createdAt, i18n.language)}
        </time>
      </span>
      <span className={css.excerpt} dir="auto">
        {row.message ?? t('feedback:withdrawn')}
      </span>
      <span className={css.rowFoot}>
        <span className={row.state === 'new' ? 'k-hidden' : css.stateWord} data-state={row.state}>
          {t(`feedback:state.${row.state}`)}
        </span>
        {row.assignee === null ? null : <span className={css.taker}>{row.assignee.name}</span>}
        {showLocation ? <span className={css.place}>{row.locationName}</span> : null}
      </span>
    </>
  );
}
