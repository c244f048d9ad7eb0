import type { ReactNode } from 'react';
import css from './new.module.css';

interface StepFrameProps {
  title: string;
  lead?: string;
  /** As wide as the page, for content beside content. */
  wide?: boolean;
  children: ReactNode;
}

/** One step of a new invitation; its heading takes the focus when it opens. */
export function StepFrame({ title, lead, wide = false, children }: StepFrameProps) {
  return (
    <section className={css.step} data-wide={wide || undefined}>
      <header>
        <h2 className={css.stepTitle} tabIndex={-1} data-step-title>
          {title}
        </h2>
        {lead === undefined ? null : <p className={css.lead}>{lead}</p>}
      </header>
      {children}
    </section>
  );
}
