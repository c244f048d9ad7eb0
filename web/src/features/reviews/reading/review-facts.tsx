import type { OwnReview } from '@kindling/contract/reviews';
import { Fragment } from 'react';
import { languageNames } from '../../../lib/i18n/formats.ts';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { useAccountDay } from '../../../lib/i18n/use-account-day.ts';
import { SourceName } from '../../../ui/source-name.tsx';
import css from './reading.module.css';

// locale-keys: common.dateBasis.*

/** When and where it was written, in one line. */
export function ReviewFacts({ review, showLocation }: { review: OwnReview; showLocation: boolean }) {
  const { t, i18n } = useText();
  const dayOf = useAccountDay();
  const facts = [
    <span key="source" className={css.source}>
      <SourceName source={review.source} />
    </span>,
    <span key="day">
      <time dateTime={review.writtenDay ?? review.writtenAt}>{dayOf(review)}</time>
      {review.dateBasis === null ? null : ` (${t(`common:dateBasis.${review.dateBasis}`)})`}
    </span>,
    review.editedAt === null ? null : (
      <span key="edited">{t('inbox:reading.edited', { day: dayOf(review.editedAt) })}</span>
    ),
    showLocation ? (
      <span key="place" dir="auto">
        {review.listingName ?? review.locationName}
      </span>
    ) : null,
    review.language === null || review.language === currentLanguage(i18n) ? null : (
      <span key="language">{languageNames(i18n.language).of(review.language) ?? review.language}</span>
    ),
  ].filter((fact) => fact !== null);
  return (
    <p className={css.facts}>
      {facts.map((fact, at) => (
        <Fragment key={fact.key}>
          {at === 0 ? null : <span aria-hidden="true"> · </span>}
          {fact}
        </Fragment>
      ))}
    </p>
  );
}
