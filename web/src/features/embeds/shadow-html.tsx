import { enhanceAll } from '@kindling/guest/embed/client/shared/enhance-all';
import { useEffect, useRef } from 'react';
import css from './embed-preview.module.css';

/** Named in the policy of the app's page (server/src/http/static-pages.ts). */
const policy = window.trustedTypes?.createPolicy('kindling-preview', { createHTML: (html) => html });

/**
 * HTML of our own renderer in a shadow root, as on a foreign page, with the behaviours that visitors have. The renderer
 * escapes every stranger's word; scripts in HTML set this way do not run, and the page's policy forbids them besides.
 */
export function ShadowHtml({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    // The types of the DOM take a string only.
    root.innerHTML = (policy?.createHTML(html) ?? html) as string;
    return enhanceAll(root);
  }, [html]);
  return <div ref={host} className={css.host} />;
}
