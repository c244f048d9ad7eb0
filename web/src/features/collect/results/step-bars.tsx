import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import css from './results.module.css';

interface StepBarsProps {
  steps: readonly {
    key: string;
    name: string;
    value: number;
    /** What the number is a part of; empty for none. */
    share: string;
  }[];
}

/** Figures that follow from each other, each with a bar on one scale. */
export function StepBars({ steps }: StepBarsProps) {
  const { i18n } = useText();
  const widest = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <ol className={css.steps}>
      {steps.map(({ key, name, value, share }) => (
        <li key={key} className={css.step}>
          <span className={css.name}>{name}</span>
          <span className={css.figure}>{formatNumber(value, i18n.language)}</span>
          <span className={css.track} aria-hidden="true">
            <span className={css.fill} style={{ width: `${(value / widest) * 100}%` }} />
          </span>
          <span className={css.share}>{share}</span>
        </li>
      ))}
    </ol>
  );
}
