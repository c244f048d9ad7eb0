/// <reference path="../../../css.d.ts" />
/**
 * A small card in a corner of the window. Visitors can close it for this page view: it is a `details` element that
 * hides when it is closed, so that nothing is stored and no script is needed.
 */
import badgeCss from '../badge.embed.css';
import { Sources } from '../badge.tsx';
import type { Layout, LayoutProps } from '../layout.ts';
import { minify } from '../minify.ts';
import { Footer } from '../parts.tsx';
import css from './badge-corner.embed.css';

function View({ snapshot, texts }: LayoutProps) {
  return (
    <details className={snapshot.settings.side === 'start' ? 'bd be' : 'bd'} open>
      <summary aria-label={texts.text('close')}>
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d="M6.4 5l5.6 5.6 5.6-5.6 1.4 1.4-5.6 5.6 5.6 5.6-1.4 1.4-5.6-5.6-5.6 5.6-1.4-1.4 5.6-5.6-5.6-5.6z" />
        </svg>
      </summary>
      <Sources snapshot={snapshot} texts={texts} named={false} />
      <Footer snapshot={snapshot} texts={texts} />
    </details>
  );
}

export const badgeCorner: Layout = {
  View,
  css: minify(badgeCss) + minify(css),
  height: () => ({ em: 0, px: 0 }),
  fixed: true,
};
