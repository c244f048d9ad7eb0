import type { ListedErrorGroup } from '@kindling/contract/error-log';
import { Link } from 'react-router';
import { formatMoment, formatNumber, formatRelative } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import css from './error-log.module.css';
import { OriginTags, StateTag, useMessageOf } from './group-words.tsx';
import { visibleText } from './visible-text.ts';

interface ErrorRowProps {
  group: ListedErrorGroup;
  href: string;
  isOpen: boolean;
}

/** One group: what it says, where, how often and since when. */
export function ErrorRow({ group, href, isOpen }: ErrorRowProps) {
  const { t, i18n } = useText();
  const messageOf = useMessageOf();
  const { route, count, days, firstSeenAt, lastSeenAt } = group;
  return (
    <li className={css.row} data-open={isOpen || undefined}>
      <div className={css.what}>
        <Link className={css.message ?? ''} to={href} data-foreign>
          {messageOf(group)}
        </Link>
        <div className={css.facts}>
          <OriginTags group={group} />
          <StateTag group={group} />
          {route === '' ? null : (
            <span className={css.route} data-foreign>
              {visibleText(route)}
            </span>
          )}
        </div>
      </div>
      <DayBars days={days} />
      <div className={css.count}>
        <strong className="k-num">{formatNumber(count, i18n.language)}</strong>
        <span>{t('admin-error-log:events', { count })}</span>
      </div>
      <div className={css.when}>
        <time dateTime={lastSeenAt} title={formatMoment(lastSeenAt, i18n.language)}>
          {formatRelative(lastSeenAt, i18n.language)}
        </time>
        <span>{t('admin-error-log:since', { time: formatRelative(firstSeenAt, i18n.language) })}</span>
      </div>
    </li>
  );
}

/** The last two weeks. The figures beside it say how often, so it is hidden from screen readers. */
function DayBars({ days }: { days: readonly number[] }) {
  const highest = Math.max(1, ...days);
  const bars = days.map((count, at) => ({ key: `day ${at}`, count }));
  return (
    <div className={css.bars} aria-hidden="true">
      {bars.map(({ key, count }) => (
        <span
          key={key}
          data-none={count === 0 || undefined}
          style={{ height: `${(count / highest) * 100}%` }}
        />
      ))}
    </div>
  );
}
