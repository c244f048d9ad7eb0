import type { EmbedLayout } from '@kindling/contract/embed-settings';
import { useElementSize, useIntersection } from '@mantine/hooks';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { trustHtml } from '../../../lib/preview-policy.ts';
import css from './templates.module.css';

interface TemplatePictureProps {
  /** HTML of our renderer, for a shadow root; undefined while it loads. */
  html: string | undefined;
  layout: EmbedLayout;
  theme: 'light' | 'dark';
  /** The color behind the embed; null for the one of the theme. */
  ground: string | null;
  /** Pixels that the embed has on a page. */
  width: number;
}

/** Narrow embeds are drawn smaller than they are, so that more of them is seen. */
const maxScale = 0.72;

/** A finished embed, scaled down: nobody can reach into it, and nothing in it moves. */
export function TemplatePicture({ html, layout, theme, ground, width }: TemplatePictureProps) {
  const { ref: size, width: available, height } = useElementSize();
  // Drawn shortly before it comes into view, and kept from then on.
  const { ref: seen, entry } = useIntersection({ rootMargin: '400px' });
  const [isNear, setNear] = useState(false);
  const near = isNear || entry?.isIntersecting === true;
  useEffect(() => {
    if (near) setNear(true);
  }, [near]);
  const floats = layout === 'floating' || layout === 'toast' || layout === 'badge-corner';
  const scale = Math.min(maxScale, available / width);
  const style: CSSProperties = {
    width,
    zoom: scale,
    ...(floats && scale > 0 ? { height: height / scale } : {}),
  };
  return (
    <div
      ref={seen}
      className={css.picture}
      data-theme={theme}
      data-floats={floats}
      style={ground === null ? undefined : { background: ground }}
      inert
      aria-hidden="true"
    >
      <div ref={size} className={css.measure}>
        {near && html !== undefined && available > 0 ? (
          <div className={css.page} style={style}>
            <StillHtml html={html} />
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Without the behavior that visitors get: a picture neither scrolls nor plays. */
function StillHtml({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    root.innerHTML = trustHtml(html);
    // On a page it arrives by its script.
    root.querySelector(`.${classNames.toast}`)?.removeAttribute('hidden');
  }, [html]);
  return <div ref={host} className={css.host} />;
}
