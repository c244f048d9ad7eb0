/// <reference path="../../../css.d.ts" />
/**
 * The toast layout: a small card in a corner of the window with one review at a time. The script lets it arrive and closes it
 * for this page load (client/shared/toast.ts); without one it stays away, and on a page of its own (an iframe) it stands in the
 * page.
 */
import type { Snapshot } from '@kindling/contract/embeds';
import { cardClass } from '../brief.ts';
import type { Layout, LayoutProps } from '../layout.ts';
import { EmptyMessage, Footer, Review, WriteReviewLinks } from '../parts.tsx';
import rowRules from '../row.embed.css';
import { ArrowButtons, PauseButton, Row } from '../row.tsx';
import { SourceSummary } from '../source-summary.tsx';
import rules from './toast.embed.css';

/** Maximum lines of a text, even if the settings allow more. */
const mostLines = 3;

function View({ snapshot, texts }: LayoutProps) {
  const { settings, reviews, figures } = snapshot;
  const short = shortened(snapshot);
  const toast = `${classNames.toast} ${classNames.rowArea}`;
  return (
    <div className={settings.side === 'start' ? `${toast} ${classNames.toastStart}` : toast} hidden>
      <div className={classNames.toastBar}>
        {settings.showHeader && (
          <p>
            {figures.map((figure) => (
              <SourceSummary key={figure.source} figure={figure} texts={texts} />
            ))}
          </p>
        )}
        {reviews.length > 1 && (
          <>
            <ArrowButtons snapshot={snapshot} texts={texts} />
            <PauseButton snapshot={snapshot} texts={texts} />
          </>
        )}
        <button className={classNames.toastClose} type="button" aria-label={texts.text('close')}>
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d="M5 5l14 14M19 5L5 19" />
          </svg>
        </button>
      </div>
      {reviews.length === 0 ? (
        <EmptyMessage snapshot={snapshot} texts={texts} />
      ) : (
        <Row label={texts.text('row')}>
          {reviews.map((review) => (
            <Review
              key={review.id}
              className={cardClass(review, classNames.shortReview)}
              review={review}
              snapshot={short}
              texts={texts}
            />
          ))}
        </Row>
      )}
      {settings.showWrite && <WriteReviewLinks snapshot={snapshot} texts={texts} />}
      <Footer snapshot={snapshot} texts={texts} />
    </div>
  );
}

/** Small, whatever the settings say of texts and replies. 0 lines stay 0: an owner who wants full texts gets them here too. */
function shortened(snapshot: Snapshot): Snapshot {
  const { settings } = snapshot;
  const clampLines = Math.min(mostLines, settings.clampLines);
  return { ...snapshot, settings: { ...settings, clampLines, showReplies: false } };
}

/** It lies over the page and shifts nothing. */
const height = () => ({ em: 0, px: 0 });

export const toast: Layout = {
  View,
  rules: [...rowRules, ...rules],
  height,
  client: 'arriving',
  fixed: true,
};
