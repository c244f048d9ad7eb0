import { useText } from '../lib/i18n/text.ts';
import { starAt } from './star-shape.ts';

/** Five stars as one path: lists show many. */
const five = [0, 18, 36, 54, 72].map(starAt).join('');

interface StarsProps {
  /** 1 to 5, fractions allowed. */
  value: number;
  size?: number;
  /** Hidden from screen readers when a figure beside it says the same. */
  decorative?: boolean;
}

export function Stars({ value, size = 15, decorative = false }: StarsProps) {
  return (
    <>
      <svg width={(size * 88) / 16} height={size} viewBox="0 0 88 16" aria-hidden="true">
        <path d={five} fill="var(--k-star-empty)" />
        <svg width={Math.floor(value) * 18 + (value % 1) * 16} height="16" aria-hidden="true">
          <path d={five} fill="var(--k-star)" />
        </svg>
      </svg>
      {decorative ? null : <Words value={value} />}
    </>
  );
}

function Words({ value }: { value: number }) {
  const { t } = useText();
  return <span className="k-hidden">{t('common:stars', { count: value })}</span>;
}
