// A review widget that ships React: it loads its bundle, then the data, then renders the cards. Only for `npm run
// bench:embed`. It is small on purpose: the same cards and rules as ours, without the languages and options of a real
// product.
import { createRoot } from 'react-dom/client';

/** The bundler inserts the style sheet of our own list, so that both look the same. */
declare const widgetCss: string;

interface Review {
  id: string;
  authorName: string | null;
  rating: number | null;
  text: string | null;
  writtenAt: string;
}
interface Facts {
  businessName: string;
  figures: { source: string; average: number | null; count: number }[];
  reviews: Review[];
  disclosure: { shown: number; total: number };
}

const star = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z';
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

function Stars({ rating }: { rating: number }) {
  return (
    <svg className={classNames.stars} viewBox="0 0 100 20" role="img" aria-label={`${rating} out of 5 stars`}>
      {[0, 20, 40, 60, 80].map((x, at) => (
        <path key={x} d={star} transform={`translate(${x})`} opacity={at < rating ? 1 : 0.25} />
      ))}
    </svg>
  );
}

function Card({ review }: { review: Review }) {
  const name = review.authorName ?? 'Anonymous';
  return (
    <article className={classNames.reviewCard}>
      <span className={classNames.avatar}>{name[0]}</span>
      <div>
        <b>{name}</b> <time dateTime={review.writtenAt}>{day.format(new Date(review.writtenAt))}</time>
        {review.rating === null ? null : <Stars rating={review.rating} />}
      </div>
      <p className={classNames.reviewText}>{review.text}</p>
    </article>
  );
}

function Widget({ facts }: { facts: Facts }) {
  const { businessName, figures, reviews, disclosure } = facts;
  return (
    <section className={classNames.embed} aria-label={`Reviews of ${businessName}`}>
      <header className={classNames.header}>
        {figures.map(({ source, average, count }) => (
          <p key={source}>
            {average} {source}, {count} reviews
          </p>
        ))}
      </header>
      {reviews.map((review) => (
        <Card key={review.id} review={review} />
      ))}
      <footer className={classNames.footer}>
        Showing the {disclosure.shown} newest of {disclosure.total} reviews
      </footer>
    </section>
  );
}

async function start(place: HTMLElement): Promise<void> {
  const answer = await fetch(place.dataset.src ?? '');
  const style = document.createElement('style');
  style.textContent = widgetCss;
  document.head.append(style);
  createRoot(place).render(<Widget facts={await answer.json()} />);
}

const place = document.querySelector<HTMLElement>('#reviews-widget');
if (place !== null) void start(place);
