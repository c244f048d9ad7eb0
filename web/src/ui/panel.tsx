import type { ReactNode } from 'react';
import css from './panel.module.css';

interface PanelProps {
  title?: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
  /** No padding, for lists that reach the edge. */
  flush?: boolean;
}

/** A bordered surface with an optional heading. */
export function Panel({ title, aside, children, flush = false }: PanelProps) {
  return (
    <section className={css.panel}>
      {title === undefined ? null : (
        <header className={css.head}>
          <h2 className={css.title}>{title}</h2>
          {aside}
        </header>
      )}
      <div className={flush ? css.flush : css.body}>{children}</div>
    </section>
  );
}
