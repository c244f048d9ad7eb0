import { type EmbedSettings, isBadge } from '@kindling/contract/embed-settings';
import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { parseOption } from '../../lib/parse-option.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState } from '../../ui/states.tsx';
import css from './embed-preview.module.css';
import { ShadowHtml } from './shadow-html.tsx';

/** Preview widths in pixels. "Desktop" takes the available width where that is at least `minDesktopWidth`. */
const widths = { phone: 390, tablet: 768, desktop: 1024 } as const;
const minDesktopWidth = 640;
type Width = keyof typeof widths;
type StageTheme = 'light' | 'dark';

function isWidth(value: string): value is Width {
  return Object.hasOwn(widths, value);
}

/** The frame's width, and the zoom at which it fits into `availableWidth` pixels. */
function frameStyle(width: Width, availableWidth: number): CSSProperties {
  if (availableWidth === 0 || (width === 'desktop' && availableWidth >= minDesktopWidth)) return {};
  return { width: widths[width], zoom: Math.min(1, availableWidth / widths[width]) };
}

/** Layouts that are fixed to a corner of the window. */
function isFloating({ layout }: EmbedSettings): boolean {
  return layout === 'floating' || layout === 'badge-corner';
}

interface EmbedPreviewProps {
  id: string;
  settings: EmbedSettings;
  /** The width that is selected at first. */
  first: Width;
}

/** The embed as the server renders it, with the code that production uses. */
export function EmbedPreview({ id, settings, first }: EmbedPreviewProps) {
  const { t } = useText();
  const [width, setWidth] = useState<Width>(first);
  const [visitorTheme, setVisitorTheme] = useState<StageTheme>('light');
  const auto = settings.theme === 'auto';
  const theme = settings.theme === 'auto' ? visitorTheme : settings.theme;
  // An automatic theme is previewed as light or dark, regardless of this user's own system.
  const [debouncedSettings] = useDebouncedValue({ ...settings, theme }, 250);
  const { ref, width: availableWidth } = useElementSize();
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
          {auto ? <ThemeSwitch theme={visitorTheme} onChange={setVisitorTheme} /> : null}
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
        </div>
      </header>
      <div className={css.stage} data-theme={theme} aria-busy={preview.isFetching}>
        <div ref={ref}>
          {preview.isError ? (
            <ErrorState error={preview.error} retry={() => void preview.refetch()} />
          ) : (
            <div
              className={css.frame}
              data-floats={isFloating(settings)}
              style={frameStyle(width, availableWidth)}
            >
              {isFloating(settings) ? <PagePlaceholder /> : null}
              <ShadowHtml html={preview.data?.html ?? ''} />
            </div>
          )}
        </div>
      </div>
      {preview.data === undefined || isBadge(settings.layout) ? null : (
        <EmptyPreviewNotice {...preview.data} />
      )}
      <p className={css.note}>{t('widgets:editor.disclosure')}</p>
    </section>
  );
}

interface ThemeSwitchProps {
  theme: StageTheme;
  onChange: (theme: StageTheme) => void;
}

function ThemeSwitch({ theme, onChange }: ThemeSwitchProps) {
  const { t } = useText();
  return (
    <SegmentedControl
      className={css.themes}
      size="xs"
      aria-label={t('widgets:editor.visitorTheme')}
      value={theme}
      onChange={(value) => onChange(parseOption(value, ['light', 'dark']))}
      data={[
        { value: 'light', label: t('widgets:editor.themeLight') },
        { value: 'dark', label: t('widgets:editor.themeDark') },
      ]}
    />
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

/** A gray placeholder page below a floating embed. */
function PagePlaceholder() {
  return (
    <div className={css.pageBelow} aria-hidden="true">
      {[40, 92, 86, 90, 64, 0, 34, 88, 92, 78, 90, 48].map((share, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that never change places.
        <span key={index} style={{ width: `${share}%` }} />
      ))}
    </div>
  );
}
