import type { pageLooks } from '@kindling/contract/pipeline-settings';
import css from './editor.module.css';

/** A phone with the first page in this composition. */
export function CompositionDrawing({ composition }: { composition: (typeof pageLooks)[number] }) {
  return (
    <svg className={css.composed} viewBox="0 0 84 92" aria-hidden="true" focusable="false">
      <rect
        className={css.paper}
        data-tinted={composition === 'tinted' || undefined}
        x="18"
        y="6"
        width="48"
        height="80"
        rx="8"
      />
      {composition === 'band' ? (
        <path className={css.band} d="M18 14a8 8 0 0 1 8-8h32a8 8 0 0 1 8 8v14H18z" />
      ) : null}
      <circle className={css.badge} data-band={composition === 'band' || undefined} cx="42" cy="20" r="5" />
      <rect className={css.ink} x="28" y="38" width="28" height="5" rx="2.5" />
      <rect className={css.faint} x="32" y="48" width="20" height="3.6" rx="1.8" />
      {[27, 34.5, 42, 49.5, 57].map((x) => (
        <path
          key={x}
          className={css.star}
          transform={`translate(${x} 68) scale(0.36)`}
          d="m0-9.5 2.8 5.9 6.4.9-4.7 4.5 1.2 6.4L0 5.1l-5.7 3.1 1.2-6.4-4.7-4.5 6.4-.9z"
        />
      ))}
    </svg>
  );
}
