'use client';
/**
 * `<KindlingReviews>`: the element of the pasted code, with its place kept free, and its script.
 *
 * Trust rule: nothing but `html` is ever parsed as HTML, on the server only, and `html` must come from `fetchFragment`
 * (server.ts), which is to say from the installation whose script the page runs anyway.
 */
import { elementStyle, spacerStyle, strut } from '@kindling/guest/embed/render/reserve-length';
import { createElement, type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';
import { loadScript } from './load-script.ts';

export interface KindlingReviewsProps {
  /** The ten characters of the widget or badge. */
  code: string;
  /** Address of the installation: `https://reviews.example.com`. */
  host: string;
  /** Height in pixels to keep free where the element is narrow (below 552 px) and where it is wide. */
  reserve?: { readonly narrow: number; readonly wide: number };
  /** What `fetchFragment` gave on the server: the content is then in the first HTML. */
  html?: string | null;
  className?: string;
}

const subscribeToNothing = () => () => {};

/**
 * Shows nothing for a code that nobody published. Renders one `<kindling-reviews>`; several on a page, also of the
 * same code, are fine.
 */
export function KindlingReviews({
  code,
  host,
  reserve,
  html,
  className,
}: KindlingReviewsProps): ReactElement {
  useEffect(() => loadScript(host, code), [host, code]);
  // True on the server and while its HTML is taken over. A browser that renders by itself never parses `html`: it
  // would make no shadow root of it, and pages with Trusted Types forbid it.
  const first = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  const [hydrated] = useState(first && Boolean(html));
  const props = {
    code,
    // React 18 writes `className` of custom elements as it is; `class` is right in all versions.
    class: className,
    style: elementStyle,
    // The parser has made a shadow root of the content, so that the element in the page is empty.
    suppressHydrationWarning: true,
  };
  if (first && html)
    return createElement('kindling-reviews', { ...props, dangerouslySetInnerHTML: { __html: html } });
  // What came with the page stands there already, and needs no room.
  const room = reserve && !hydrated && <span style={spacerStyle(reserve)}>{strut}</span>;
  return createElement('kindling-reviews', props, room);
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The element itself, for those who load the script on their own. */
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
