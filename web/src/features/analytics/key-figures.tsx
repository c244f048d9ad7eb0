import type { Dashboard } from '@kindling/contract/analytics';
import { Link } from 'react-router';
import { formatNumber, formatPercent } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './dashboard.module.css';

/** Total, unanswered, and the last 30 days compared with the 30 days before. */
export function KeyFigures({ dashboard }: { dashboard: Dashboard }) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  const { total, unanswered, last30Days, previous30Days } = dashboard;
  return (
    <div className={css.headline}>
      <div className={css.figure}>
        <span className={css.label}>{t('dashboard:total')}</span>
        <strong className={css.number}>{number(total)}</strong>
        <Link to="/reviews">{t('dashboard:seeAll')}</Link>
      </div>
      <div className={css.figure}>
        <span className={css.label}>{t('dashboard:unanswered')}</span>
        <strong className={css.number}>{number(unanswered)}</strong>
        {unanswered === 0 ? (
          <span className={css.note}>{t('dashboard:allAnswered')}</span>
        ) : (
          <Link to="/reviews?answered=false">{t('dashboard:seeUnanswered')}</Link>
        )}
      </div>
      <div className={css.figure}>
        <span className={css.label}>{t('dashboard:last30')}</span>
        <strong className={css.number}>{number(last30Days)}</strong>
        <span className={css.note}>
          {previous30Days === 0
            ? t('dashboard:previousNone')
            : t('dashboard:previous', {
                count: previous30Days,
                change: formatPercent((last30Days - previous30Days) / previous30Days, i18n.language, true),
              })}
        </span>
      </div>
    </div>
  );
}
