import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { Button } from '@mantine/core';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type ContrastIssue, checkContrast, readableStarColor } from './check-contrast.ts';
import css from './look.module.css';

interface ContrastNotesProps {
  settings: EmbedSettings;
  onStars: (color: string) => void;
}

/** Lists the colors with too little contrast, and what is drawn instead. Empty when there are none. */
export function ContrastNotes({ settings, onStars }: ContrastNotesProps) {
  const { t } = useText();
  const issues = checkContrast(settings);
  const written = issues.filter(({ replacement }) => replacement !== null);
  const stars = issues.filter(({ color }) => color === 'stars');
  const better = stars.length > 0 ? readableStarColor(settings) : null;
  return (
    <div role="status" className={css.notes}>
      {written.length > 0 ? (
        <Notice tone="warn" title={t('widgets:contrast.title')}>
          <IssueList issues={written} />
          <p className={css.remark}>{t('widgets:contrast.corrected')}</p>
        </Notice>
      ) : null}
      {stars.length > 0 ? (
        <Notice tone="info" title={t('widgets:contrast.starsTitle')}>
          <IssueList issues={stars} />
          <p className={css.remark}>{t('widgets:contrast.starsText')}</p>
          {better === null ? null : (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<span className={css.dot} style={{ background: better }} />}
              onClick={() => onStars(better)}
            >
              {t('widgets:contrast.use', { color: better })}
            </Button>
          )}
        </Notice>
      ) : null}
    </div>
  );
}

function IssueList({ issues }: { issues: readonly ContrastIssue[] }) {
  const { t, i18n } = useText();
  const shown = (ratio: number) => formatNumber(Math.round(ratio * 10) / 10, i18n.language);
  const names = {
    text: t('widgets:editor.text'),
    accent: t('widgets:editor.accent'),
    stars: t('widgets:editor.stars'),
  };
  const themes = { light: t('widgets:editor.themeLight'), dark: t('widgets:editor.themeDark') };
  return (
    <ul className={css.faults}>
      {issues.map(({ color, theme, ratio, needed, replacement }) => (
        <li key={`${color} ${theme}`}>
          {t('widgets:contrast.fault', {
            color: names[color],
            theme: themes[theme],
            ratio: shown(ratio),
            needed: shown(needed),
          })}
          {replacement === null ? null : (
            <span className={css.drawn}>
              <span className={css.dot} style={{ background: replacement }} />
              {t('widgets:contrast.drawn', { color: replacement.toUpperCase() })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
