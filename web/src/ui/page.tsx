import type { ReactNode } from 'react';
import { usePageTitle, watchHeading } from '../lib/page-title.ts';
import css from './page.module.css';

interface PageProps {
  title: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** A link back, above the title. */
  back?: ReactNode;
  /** As large as a wide window, for panes that scroll inside. */
  fill?: boolean;
  children: ReactNode;
}

/** Pixels that the top bar covers. */
const barHeight = 56;
const headingRef = watchHeading(barHeight);

/** The frame of a screen: document title, heading, actions, content. */
export function Page({ title, lead, actions, back, fill = false, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={css.page} data-fill={fill || undefined}>
      {back === undefined ? null : <div className={css.back}>{back}</div>}
      <header className={css.head}>
        <div>
          <h1 ref={headingRef} className={css.title}>
            {title}
          </h1>
          {lead === undefined ? null : <div className={css.lead}>{lead}</div>}
        </div>
        {actions === undefined ? null : <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
