import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { Button } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type ContrastIssue, checkContrast, readableStarColour } from './check-contrast.ts';
import css from './look.module.css';

interface ContrastNotesProps {
  settings: EmbedSettings;
  onStars: (colour: string) => void;
}

/** Which colours are hard to see, by how much, and what is done about it. Nothing while all can be seen. */
export function ContrastNotes({ settings, onStars }: ContrastNotesProps) {
  const { t } = useText();
  const faults = checkContrast(settings);
  const written = faults.filter(({ drawn }) => drawn !== null);
  const stars = faults.filter(({ colour }) => colour === 'stars');
  const better = stars.length > 0 ? readableStarColour(settings) : null;
  return (
    <div role="status" className={css.notes}>
      {written.length > 0 ? (
        <Notice tone="warn" title={t('widgets:contrast.title')}>
          <IssueList faults={written} />
          <p className={css.remark}>{t('widgets:contrast.corrected')}</p>
        </Notice>
      ) : null}
      {stars.length > 0 ? (
        <Notice tone="info" title={t('widgets:contrast.starsTitle')}>
          <IssueList faults={stars} />
          <p className={css.remark}>{t('widgets:contrast.starsText')}</p>
          {better === null ? null : (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<span className={css.dot} style={{ background: better }} />}
              onClick={() => onStars(better)}
            >
              {t('widgets:contrast.use', { colour: better })}
            </Button>
          )}
        </Notice>
      ) : null}
    </div>
  );
}

function IssueList({ faults }: { faults: readonly ContrastIssue[] }) {
  const { t, i18n } = useText();
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const names = {
    text: t('widgets:editor.text'),
    accent: t('widgets:editor.accent'),
    stars: t('widgets:editor.stars'),
  };
  const themes = { light: t('widgets:editor.themeLight'), dark: t('widgets:editor.themeDark') };
  return (
    <ul className={css.faults}>
      {faults.map(({ colour, theme, ratio, needed, drawn }) => (
        <li key={`${colour} ${theme}`}>
          {t('widgets:contrast.fault', {
            colour: names[colour],
            theme: themes[theme],
            ratio: number.format(ratio),
            needed: number.format(needed),
          })}
          {drawn === null ? null : (
            <span className={css.drawn}>
              <span className={css.dot} style={{ background: drawn }} />
              {t('widgets:contrast.drawn', { colour: drawn.toUpperCase() })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
