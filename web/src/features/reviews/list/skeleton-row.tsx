import type { CSSProperties } from 'react';
import css from './skeleton.module.css';

/** The place of a row whose review is not here yet. */
export function SkeletonRow({
  className = '',
  style,
}: {
  className?: string | undefined;
  style: CSSProperties;
}) {
  return (
    <li className={className} style={style} aria-hidden="true">
      <div className={css.row}>
        <span className={css.avatar} />
        <span className={css.lines}>
          <span className={css.name} />
          <span className={css.line} />
          <span className={css.line} data-short />
        </span>
      </div>
    </li>
  );
}
