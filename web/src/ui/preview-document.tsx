import { useEffect, useRef } from 'react';
import { trustHtml } from '../lib/preview-policy.ts';
import css from './preview-document.module.css';

interface PreviewDocumentProps {
  html: string;
  title: string;
  width: number;
  height: number;
}

/**
 * A whole document of our renderer in a frame that may run no script, send no form and open nothing. A frame and not a shadow
 * root, so that the width of the phone decides as on a phone.
 */
export function PreviewDocument({ html, title, width, height }: PreviewDocumentProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current !== null) frame.current.srcdoc = trustHtml(html);
  }, [html]);
  return <iframe ref={frame} className={css.frame} sandbox="" title={title} width={width} height={height} />;
}
