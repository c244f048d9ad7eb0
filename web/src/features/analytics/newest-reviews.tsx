import type { Review } from '@kindling/contract/reviews';
import { Link } from 'react-router';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { verdictText } from '../../lib/verdict-text.ts';
import { Panel } from '../../ui/panel.tsx';
import { SourceName } from '../../ui/source-name.tsx';
import { Stars } from '../../ui/stars.tsx';
import css from './dashboard.module.css';

export function NewestReviews({ reviews }: { reviews: Review[] }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  return (
    <Panel title={t('dashboard:newest')} aside={<Link to="/reviews">{t('dashboard:seeAll')}</Link>} flush>
      <ul className={css.newest}>
        {reviews.map((review) => (
          <li key={review.id} className={css.review}>
            <div className={css.reviewHead}>
              <SourceName source={review.source} bare />
              <Link to={`/reviews?review=${review.id}`} className={css.author}>
                <bdi>{review.authorName ?? t('common:anonymous')}</bdi>
              </Link>
              {review.rating === null ? null : <Stars value={review.rating} size={13} />}
              {review.recommendation === null ? null : <span>{verdictText(t, review)}</span>}
              <time dateTime={review.writtenDay ?? review.writtenAt} className={css.note}>
                {dayOf(review)}
              </time>
            </div>
            {review.text === null ? (
              <p className={css.note}>{t('common:noText')}</p>
            ) : (
              <p className={css.excerpt} dir="auto">
                {review.text}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
