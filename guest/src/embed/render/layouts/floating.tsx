/// <reference path="../../../css.d.ts" />
/**
 * The floating layout: a button in a corner of the window with each source's own figures, and a panel with the list.
 * It is `details`, so it opens and closes without a script; the script moves the focus and handles Escape.
 */
import { plainText } from '../../../kit/plain-text.ts';
import type { Layout, LayoutProps } from '../layout.ts';
import { EmptyMessage, Footer, Header, Pages, Review } from '../parts.tsx';
import { SourceSummary } from '../source-summary.tsx';
import rules from './floating.embed.css';

function View({ snapshot, texts }: LayoutProps) {
  const { settings, reviews, figures, disclosure } = snapshot;
  return (
    <details
      className={`${classNames.floating} ${settings.side === 'start' ? classNames.floatingStart : classNames.floatingEnd}`}
    >
      <summary className={classNames.floatingButton}>
        <span className={classNames.floatingFigures}>
          {figures.map((figure) => (
            <SourceSummary key={figure.source} figure={figure} texts={texts} />
          ))}
          {figures.length === 0 && <b>{texts.plural('reviews', disclosure.total)}</b>}
        </span>
        <span className={classNames.floatingClose}>
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d="M5 5l14 14M19 5L5 19" />
          </svg>
          {texts.text('close')}
        </span>
      </summary>
      <div
        className={classNames.floatingPanel}
        role="dialog"
        aria-label={texts.text('region', { name: plainText(snapshot.businessName) })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
        tabIndex={0}
      >
        <Header snapshot={snapshot} texts={texts} />
        <Pages snapshot={snapshot} texts={texts}>
          {(page) =>
            page.map((review) => <Review key={review.id} review={review} snapshot={snapshot} texts={texts} />)
          }
        </Pages>
        {reviews.length === 0 && <EmptyMessage snapshot={snapshot} texts={texts} />}
        <Footer snapshot={snapshot} texts={texts} />
      </div>
    </details>
  );
}

/** It lies over the page and shifts nothing. */
const height = () => ({ em: 0, px: 0 });

export const floating: Layout = { View, rules, height, client: 'opening', fixed: true };
