import type { Dashboard } from '@kindling/contract/analytics';
import { Link } from 'react-router';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatNumber, formatRelative } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './sections.module.css';

interface WaitingProps {
  dashboard: Dashboard;
  to: string;
}

/** How many reviews wait for a reply now, and since when the oldest does. */
export function Waiting({ dashboard: { unanswered, oldestWaiting }, to }: WaitingProps) {
  const { t, i18n } = useText();
  const mayReply = useMayDo('reviews.reply');
  if (unanswered === 0)
    return (
      <p className={css.waiting} data-none style={{ margin: 0 }}>
        {t('dashboard:allAnswered')}
      </p>
    );
  return (
    <section className={css.waiting} aria-label={t('dashboard:waiting')}>
      <span>
        <strong>
          {t('dashboard:waitingCount', { count: unanswered, value: formatNumber(unanswered, i18n.language) })}
        </strong>
      </span>
      {oldestWaiting === null ? null : (
        <span>
          {t('dashboard:oldestWaiting', { since: formatRelative(oldestWaiting.writtenAt, i18n.language) })}
        </span>
      )}
      <Link to={to}>{mayReply ? t('dashboard:answerThem') : t('dashboard:showThem')}</Link>
    </section>
  );
}
