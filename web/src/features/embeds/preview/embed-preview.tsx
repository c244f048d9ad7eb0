import { type EmbedSettings, isBadge } from '@kindling/contract/embed-settings';
import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import css from './preview.module.css';
import { PreviewFrame } from './preview-frame.tsx';

/** Widths of the page in pixels; a page that is wider than the room for it is scaled down. */
const widths = { phone: 390, tablet: 768, desktop: 1200 } as const;
const widthNames = ['phone', 'tablet', 'desktop'] as const;
type Width = (typeof widthNames)[number];
const themes = ['light', 'dark'] as const;

interface EmbedPreviewProps {
  id: string;
  settings: EmbedSettings;
  /** The width that is selected at first. */
  first: Width;
  /** After the switches. */
  action?: ReactNode;
}

/** The embed on an example page, rendered by the server and run by the script that production uses. */
export function EmbedPreview({ id, settings, first, action }: EmbedPreviewProps) {
  const { t } = useText();
  const [width, setWidth] = useState<Width>(first);
  const [pageTheme, setPageTheme] = useState<(typeof themes)[number]>('light');
  // An automatic theme is previewed as that of the page, regardless of this user's own system.
  const theme = settings.theme === 'auto' ? pageTheme : settings.theme;
  const [debouncedSettings] = useDebouncedValue({ ...settings, theme }, 250);
  const preview = useQuery(
    query.embeds.preview.queryOptions({
      input: { id, settings: debouncedSettings },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <section className={css.preview} aria-labelledby="preview-title">
      <header className={css.head}>
        <h2 id="preview-title" className={css.title}>
          {t('widgets:editor.preview')}
        </h2>
        <div className={css.switches}>
          <SegmentedControl
            className={css.options}
            size="xs"
            aria-label={t('widgets:editor.pageTheme')}
            value={pageTheme}
            onChange={(value) => setPageTheme(parseOption(value, themes))}
            data={[
              { value: 'light', label: t('widgets:editor.themeLight') },
              { value: 'dark', label: t('widgets:editor.themeDark') },
            ]}
          />
          <SegmentedControl
            className={css.options}
            size="xs"
            aria-label={t('widgets:editor.width')}
            value={width}
            onChange={(value) => setWidth(parseOption(value, widthNames))}
            data={[
              { value: 'phone', label: t('widgets:editor.phone') },
              { value: 'tablet', label: t('widgets:editor.tablet') },
              { value: 'desktop', label: t('widgets:editor.desktop') },
            ]}
          />
          {action}
        </div>
      </header>
      <div className={css.stage} data-theme={pageTheme} aria-busy={preview.isFetching}>
        {preview.isError ? (
          <ErrorState error={preview.error} retry={() => void preview.refetch()} />
        ) : (
          <PreviewFrame
            preview={preview.data}
            language={settings.language}
            theme={pageTheme}
            width={widths[width]}
          />
        )}
      </div>
      {preview.data === undefined || isBadge(settings.layout) ? null : (
        <EmptyPreviewNotice {...preview.data} />
      )}
      <p className={css.note}>{t('widgets:editor.disclosure')}</p>
    </section>
  );
}

/** Warns before an empty widget is published. */
function EmptyPreviewNotice({ shown, total }: { shown: number; total: number }) {
  const { t } = useText();
  if (shown > 0) return null;
  return (
    <div className={css.nothing}>
      <Notice tone="warn">
        {total === 0 ? t('widgets:editor.noReviews') : t('widgets:editor.allLeftOut', { count: total })}
      </Notice>
    </div>
  );
}
