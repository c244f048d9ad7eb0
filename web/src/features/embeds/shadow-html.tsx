import { enhanceAll } from '@kindling/guest/embed/client/shared/enhance-all';
import { useEffect, useRef } from 'react';
import { trustHtml } from '../../lib/preview-policy.ts';
import css from './embed-preview.module.css';

/**
 * Shows HTML of our renderer in a shadow root with the visitors' client behavior, as on the owner's page. The renderer
 * escapes all foreign text; scripts in HTML set through `innerHTML` do not run, and the page's policy forbids them as
 * well.
 */
export function ShadowHtml({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    root.innerHTML = trustHtml(html);
    return enhanceAll(root);
  }, [html]);
  return <div ref={host} className={css.host} />;
}
