/// <reference path="../../../css.d.ts" />
/**
 * A small card in a corner of the window. Visitors can close it for this page view: it is a `details` element that
 * hides when it is closed, so that nothing is stored and no script is needed.
 */
import badgeRules from '../badge.embed.css';
import { Sources } from '../badge.tsx';
import type { Layout, LayoutProps } from '../layout.ts';
import { Footer } from '../parts.tsx';
import rules from './badge-corner.embed.css';

function View({ snapshot, texts }: LayoutProps) {
  return (
    <details
      className={
        snapshot.settings.side === 'start'
          ? `${classNames.badgeCorner} ${classNames.badgeCornerStart}`
          : classNames.badgeCorner
      }
      open
    >
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
  rules: [...badgeRules, ...rules],
  height: () => ({ em: 0, px: 0 }),
  fixed: true,
};
