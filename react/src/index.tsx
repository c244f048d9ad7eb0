'use client';
/**
 * `<KindlingReviews>`: the element of the embed code with its reserved space, and its script.
 *
 * Trust rule: only `html` is ever parsed as HTML, on the server only. `html` must come from `fetchFragment`
 * (server.ts), that is from the installation whose script the page runs anyway.
 */
import { elementStyle, spacerStyle, strut } from '@kindling/guest/embed/render/reserve-length';
import { createElement, type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';
import { loadScript } from './load-script.ts';

export interface KindlingReviewsProps {
  /** The ten characters of the widget or badge. */
  code: string;
  /** Address of the installation: `https://reviews.example.com`. */
  host: string;
  /** Height in pixels to reserve when the element is narrow (below 552 px) and when it is wide. */
  reserve?: { readonly narrow: number; readonly wide: number };
  /** The result of `fetchFragment` on the server: the content is then in the first HTML. */
  html?: string | null;
  className?: string;
}

const subscribeToNothing = () => () => {};

/**
 * Shows nothing for a code that is not published. Renders one `<kindling-reviews>`; a page may have several, also of
 * the same code.
 */
export function KindlingReviews({
  code,
  host,
  reserve,
  html,
  className,
}: KindlingReviewsProps): ReactElement {
  useEffect(() => loadScript(host, code), [host, code]);
  // True on the server and during hydration. A browser that renders by itself never parses `html`: it would create no
  // shadow root, and pages with Trusted Types forbid it.
  const first = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  const [hydrated] = useState(first && Boolean(html));
  const props = {
    code,
    // React 18 passes `className` of custom elements unchanged; `class` works in all versions.
    class: className,
    style: elementStyle,
    // The parser has moved the content into a shadow root, so the element in the page is empty.
    suppressHydrationWarning: true,
  };
  if (first && html)
    return createElement('kindling-reviews', { ...props, dangerouslySetInnerHTML: { __html: html } });
  // Content that came with the page is already there, and needs no reserved space.
  const room = reserve && !hydrated && <span style={spacerStyle(reserve)}>{strut}</span>;
  return createElement('kindling-reviews', props, room);
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The element itself, for pages that load the script on their own. */
      'kindling-reviews': {
        code: string;
        style?: import('react').CSSProperties;
        class?: string;
        suppressHydrationWarning?: boolean;
        children?: import('react').ReactNode;
      };
    }
  }
}
