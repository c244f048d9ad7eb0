import type { ReportQuote } from '@kindling/contract/reports';
import { Link } from 'react-router';
import { useText } from '../../lib/i18n/text.ts';
import { Stars } from '../../ui/stars.tsx';
import css from './report.module.css';

/** What people wrote with the highest or the lowest ratings; each leads to its review. */
export function ReportQuotes({ kind, quotes }: { kind: 'high' | 'low'; quotes: readonly ReportQuote[] }) {
  const { t } = useText();
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>{t(kind === 'high' ? 'report:quotesHigh' : 'report:quotesLow')}</h3>
      {quotes.length === 0 ? (
        <p className={css.note}>{t(kind === 'high' ? 'report:noQuotesHigh' : 'report:noQuotesLow')}</p>
      ) : (
        <ul className={css.quotes}>
          {quotes.map((quote) => (
            <li key={quote.reviewId} className={css.quote}>
              <blockquote dir="auto" data-foreign>
                {quote.text}
                {quote.cut ? '…' : null}
              </blockquote>
              <Link to={`/reviews?review=${quote.reviewId}`} className={css.by}>
                <Verdict quote={quote} />
                <span data-foreign>
                  <bdi>{quote.authorName ?? t('report:nobody')}</bdi> · <bdi>{quote.locationName}</bdi>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Verdict({ quote: { rating, recommendation, source } }: { quote: ReportQuote }) {
  const { t } = useText();
  if (rating !== null) return <Stars value={rating} size={13} />;
  const isThumb = source === 'first-party';
  return (
    <span>
      {recommendation === 'positive'
        ? t(isThumb ? 'report:thumbUp' : 'report:recommended')
        : t(isThumb ? 'report:thumbDown' : 'report:notRecommended')}
    </span>
  );
}
