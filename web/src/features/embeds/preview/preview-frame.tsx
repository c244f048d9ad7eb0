import type { Language } from '@kindling/contract/constants';
import type { EmbedPreview } from '@kindling/contract/embeds';
import { type PreviewState, previewReady } from '@kindling/guest/embed/client/shared/preview-messages';
import { languageFacts } from '@kindling/locales/languages.ts';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './preview.module.css';

interface PreviewFrameProps {
  /** Undefined while it loads. */
  preview: Pick<EmbedPreview, 'page' | 'script'> | undefined;
  language: Language;
  theme: 'light' | 'dark';
  /** Width of the page in pixels. */
  width: number;
}

/**
 * The example page in a sandboxed frame of our server, which runs the embed's own script under a policy without connections.
 * The page is as wide as it says, and scaled down where there is less room.
 */
export function PreviewFrame({ preview, language, theme, width }: PreviewFrameProps) {
  const { t } = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  const loads = useLoads(frame);
  const { ref, width: roomWidth, height: roomHeight } = useElementSize();
  const page = preview?.page;
  const script = preview?.script;
  useEffect(() => {
    if (loads === 0 || page === undefined || script === undefined) return;
    const { tag } = languageFacts[language];
    const state: PreviewState = { type: 'kindling:preview', page, script, language: tag, theme };
    // A sandboxed document has no origin that could be named.
    frame.current?.contentWindow?.postMessage(state, '*');
  }, [loads, page, script, language, theme]);
  const scale = roomWidth === 0 ? 1 : Math.min(1, roomWidth / width);
  return (
    <div ref={ref} className={css.room}>
      <iframe
        ref={frame}
        className={css.frame}
        src="/embed-preview"
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        title={t('widgets:editor.preview')}
        style={{
          width,
          height: roomHeight / scale,
          left: Math.max(0, (roomWidth - width * scale) / 2),
          transform: `scale(${scale})`,
        }}
      />
    </div>
  );
}

/** How often the frame has loaded its document: it shows nothing before it says that it is ready. */
function useLoads(frame: { readonly current: HTMLIFrameElement | null }): number {
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    const listen = ({ data, source }: MessageEvent) => {
      if (data === previewReady && source !== null && source === frame.current?.contentWindow)
        setLoads((before) => before + 1);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame]);
  return loads;
}
