import type { ReactNode } from 'react';
import css from './gallery.module.css';

/** A named example. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.example}>
      <p className={css.name}>{name}</p>
      <div className={css.row}>{children}</div>
    </div>
  );
}
