import type { EmbedSettings } from '@kindling/contract/embeds';
import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState } from '../../ui/states.tsx';
import css from './editor.module.css';

/** Widths in pixels that the preview offers; desktop takes what there is. */
const widths = { phone: 390, tablet: 768, desktop: null } as const;
type Width = keyof typeof widths;

function isWidth(value: string): value is Width {
  return Object.hasOwn(widths, value);
}

/** The true rendering: the server's HTML, made by the same code as in production. */
export function Preview({ id, settings }: { id: string; settings: EmbedSettings }) {
  const { t } = useText();
  const [width, setWidth] = useState<Width>('desktop');
  const [settled] = useDebouncedValue(settings, 250);
  const preview = useQuery(
    query.embeds.preview.queryOptions({
      input: { id, settings: settled },
      placeholderData: keepPreviousData,
    }),
  );
  const pixels = widths[width];
  return (
    <div className={css.preview}>
      <Panel
        title={t('editor.preview')}
        aside={
          <SegmentedControl
            size="xs"
            aria-label={t('editor.width')}
            value={width}
            onChange={(value) => setWidth(isWidth(value) ? value : 'desktop')}
            data={[
              { value: 'phone', label: t('editor.phone') },
              { value: 'tablet', label: t('editor.tablet') },
              { value: 'desktop', label: t('editor.desktop') },
            ]}
          />
        }
      >
        <div className={css.stage} data-theme={settings.theme} aria-busy={preview.isFetching}>
          {preview.isError ? (
            <ErrorState error={preview.error} retry={() => void preview.refetch()} />
          ) : (
            <div className={css.frame} style={pixels === null ? {} : { width: pixels }}>
              <ShadowHtml html={preview.data?.html ?? ''} />
            </div>
          )}
        </div>
      </Panel>
      <p className={css.note}>{t('editor.disclosure')}</p>
    </div>
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
