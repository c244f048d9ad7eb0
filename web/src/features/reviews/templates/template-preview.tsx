import type { OwnReview } from '@kindling/contract/reviews';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Stars } from '../../../ui/stars.tsx';
import { businessOf, fillTemplate } from './fit.ts';
import css from './templates.module.css';
import { useNewestReview } from './use-templates.ts';

interface TemplatePreviewProps {
  text: string;
  /** The newest one of the account when it is missing. */
  review: OwnReview | undefined;
}

/** What a template says to a real review. */
export function TemplatePreview({ text, review: given }: TemplatePreviewProps) {
  const { t } = useText();
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const newest = useNewestReview(given === undefined);
  const review = given ?? newest;
  if (review === undefined || text.trim() === '') return null;
  const business = businessOf(review, businesses.data?.businesses);
  return (
    <section className={css.preview} aria-label={t('templates:preview')}>
      <p className={css.previewOf}>
        {t('templates:previewFor', { name: review.authorName ?? t('templates:somebody') })}
        {review.rating === null ? null : <Stars value={review.rating} />}
      </p>
      <p className={css.previewText} dir="auto">
        {fillTemplate(text, review, business?.name ?? review.locationName)}
      </p>
    </section>
  );
}
