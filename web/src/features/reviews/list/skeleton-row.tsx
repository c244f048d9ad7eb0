import type { CSSProperties } from 'react';
import css from './skeleton.module.css';

interface SkeletonRowProps {
  className?: string | undefined;
  style: CSSProperties;
}

/** The place of a row whose review is not here yet. */
export function SkeletonRow({ className = '', style }: SkeletonRowProps) {
  return (
    <li className={className} style={style} aria-hidden="true">
      <SkeletonShape />
    </li>
  );
}

/** What a row shows until its review is here, or until there is time to render it. */
export function SkeletonShape() {
  return (
    <div className={css.row}>
      <span className={css.avatar} />
      <span className={css.lines}>
        <span className={css.name} />
        <span className={css.line} />
        <span className={css.line} data-short />
      </span>
    </div>
  );
}
