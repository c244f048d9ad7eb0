import type { ListedCode } from '@kindling/contract/codes';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { type Translate, useText } from '../../../lib/i18n/text.ts';
import css from './codes.module.css';

/** The figures of a QR code with their words. */
export function qrFigures(t: Translate, figures: ListedCode['figures']): [label: string, value: number][] {
  return [
    [t('codes:figures.scans'), figures.visits],
    [t('codes:figures.ratings'), figures.ratings],
    [t('codes:figures.clicks'), figures.clicks],
    [t('codes:figures.reviews'), figures.reviews],
  ];
}

/** What a code brought, as words and numbers side by side, without comparing codes with each other. */
export function CodeFigures({ figures }: { figures: readonly (readonly [label: string, value: number])[] }) {
  const { i18n } = useText();
  return (
    <dl className={css.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatNumber(value, i18n.language)}</dd>
        </div>
      ))}
    </dl>
  );
}
