import { type EmbedSettings, isBadge } from '@kindling/contract/embed-settings';
import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState } from '../../ui/states.tsx';
import css from './embed-preview.module.css';
import { parseOption } from './parse-option.ts';
import { ShadowHtml } from './shadow-html.tsx';

/** Widths in pixels that the preview offers; a desktop takes what there is where that is enough for one. */
const widths = { phone: 390, tablet: 768, desktop: 1024 } as const;
const minDesktopWidth = 640;
type Width = keyof typeof widths;
type StageTheme = 'light' | 'dark';

function isWidth(value: string): value is Width {
  return Object.hasOwn(widths, value);
}

/** Width of the page that is drawn and how much it is made smaller to fit into `room` pixels. */
function frameStyle(width: Width, room: number): CSSProperties {
  if (room === 0 || (width === 'desktop' && room >= minDesktopWidth)) return {};
  return { width: widths[width], zoom: Math.min(1, room / widths[width]) };
}

/** Layouts that stand in a corner of the window, whatever page is below them. */
function isFloating({ layout }: EmbedSettings): boolean {
  return layout === 'floating' || layout === 'badge-corner';
}

interface EmbedPreviewProps {
  id: string;
  settings: EmbedSettings;
  /** The width that is shown first. */
  first: Width;
}

/** The true rendering: the server's HTML, made by the same code as in production. */
export function EmbedPreview({ id, settings, first }: EmbedPreviewProps) {
  const { t } = useText();
  const [width, setWidth] = useState<Width>(first);
  const [visitorTheme, setVisitorTheme] = useState<StageTheme>('light');
  const auto = settings.theme === 'auto';
  const theme = settings.theme === 'auto' ? visitorTheme : settings.theme;
  // What follows the visitor is drawn as one of the two, whatever this person's own system prefers.
  const [debouncedSettings] = useDebouncedValue({ ...settings, theme }, 250);
  const { ref, width: room } = useElementSize();
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
            <div className={css.frame} data-floats={isFloating(settings)} style={frameStyle(width, room)}>
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

/** Nobody should publish an empty widget without having been told that it is empty. */
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

/** A page of somebody else in grey, so that what floats has something to float on. */
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
