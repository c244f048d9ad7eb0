import { useText } from '../lib/i18n/text.ts';

const shape = 'M8 1.3l2.03 4.25 4.67.6-3.42 3.23.87 4.63L8 11.72l-4.15 2.29.87-4.63L1.3 6.15l4.67-.6z';

interface StarsProps {
  /** 1 to 5, fractions allowed. */
  value: number;
  size?: number;
  /** Hidden from screen readers when a figure beside it says the same. */
  decorative?: boolean;
}

export function Stars({ value, size = 15, decorative = false }: StarsProps) {
  const { t } = useText();
  const row = (fill: string) =>
    [0, 1, 2, 3, 4].map((index) => (
      <path key={index} d={shape} fill={fill} transform={`translate(${index * 18} 0)`} />
    ));
  return (
    <>
      <svg width={(size * 88) / 16} height={size} viewBox="0 0 88 16" aria-hidden="true">
        {row('var(--k-star-empty)')}
        <svg width={Math.floor(value) * 18 + (value % 1) * 16} height="16" aria-hidden="true">
          {row('var(--k-star)')}
        </svg>
      </svg>
      {decorative ? null : <span className="k-hidden">{t('common:stars', { count: value })}</span>}
    </>
  );
}
