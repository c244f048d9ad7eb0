import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorState } from '../../ui/states.tsx';
import css from './editor.module.css';

/** Widths in pixels that the preview offers; a desktop takes what there is where that is enough for one. */
const widths = { phone: 390, tablet: 768, desktop: 1024 } as const;
const enoughForDesktop = 640;
type Width = keyof typeof widths;

function isWidth(value: string): value is Width {
  return Object.hasOwn(widths, value);
}

/** Width of the page that is drawn and how much it is made smaller to fit into `room` pixels. */
function sizeFor(width: Width, room: number): CSSProperties {
  if (room === 0 || (width === 'desktop' && room >= enoughForDesktop)) return {};
  return { width: widths[width], zoom: Math.min(1, room / widths[width]) };
}

interface PreviewProps {
  id: string;
  settings: EmbedSettings;
  /** The width that is shown first. */
  first: Width;
}

/** The true rendering: the server's HTML, made by the same code as in production. */
export function Preview({ id, settings, first }: PreviewProps) {
  const { t } = useText();
  const [width, setWidth] = useState<Width>(first);
  const [settled] = useDebouncedValue(settings, 250);
  const { ref, width: room } = useElementSize();
  const preview = useQuery(
    query.embeds.preview.queryOptions({
      input: { id, settings: settled },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <section className={css.preview} aria-labelledby="preview-title">
      <header className={css.previewHead}>
        <h2 id="preview-title" className={css.previewTitle}>
          {t('widgets:editor.preview')}
        </h2>
        <SegmentedControl
          className={css.widths}
          size="xs"
          aria-label={t('widgets:editor.width')}
          value={width}
          onChange={(value) => setWidth(isWidth(value) ? value : 'desktop')}
          data={[
            { value: 'phone', label: t('widgets:editor.phone') },
            { value: 'tablet', label: t('widgets:editor.tablet') },
            { value: 'desktop', label: t('widgets:editor.desktop') },
          ]}
        />
      </header>
      <div className={css.stage} data-theme={settings.theme} aria-busy={preview.isFetching}>
        <div ref={ref}>
          {preview.isError ? (
            <ErrorState error={preview.error} retry={() => void preview.refetch()} />
          ) : (
            <div className={css.frame} style={sizeFor(width, room)}>
              <ShadowHtml html={preview.data?.html ?? ''} />
            </div>
          )}
        </div>
      </div>
      <p className={css.note}>{t('widgets:editor.disclosure')}</p>
    </section>
  );
}

/**
 * HTML of our own renderer in a shadow root, as on a foreign page. The renderer escapes every stranger's
 * word; scripts in HTML set this way do not run, and the page's policy forbids them besides.
 */
function ShadowHtml({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    root.innerHTML = html;
  }, [html]);
  return <div ref={host} className={css.host} />;
}
