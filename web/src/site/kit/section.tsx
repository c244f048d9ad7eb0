import type { ReactNode } from 'react';

interface SectionProps {
  /** Unique in the page; links use it as target. */
  id: string;
  title: string;
  lead?: string;
  /** `deep`: white text on the brand's dark color, at most once per page. */
  tone?: 'plain' | 'sunken' | 'warm' | 'deep';
  /** `narrow` for long text, `wide` (the page's width) for everything else. */
  width?: 'wide' | 'narrow';
  /** Where the heading is: above the content, or in a column at the left. */
  heading?: 'above' | 'center' | 'aside';
  children?: ReactNode;
}

/** A part of a page under an h2. */
export function Section({
  id,
  title,
  lead,
  tone = 'plain',
  width = 'wide',
  heading = 'above',
  children,
}: SectionProps) {
  const titleId = `${id}-title`;
  return (
    <section id={id} aria-labelledby={titleId} className={`section tone-${tone}`}>
      <div className={`wrap section-grid section-${heading} section-${width}`}>
        <div className="section-head">
          <h2 id={titleId}>{title}</h2>
          {lead === undefined ? null : <p className="lead">{lead}</p>}
        </div>
        {children === undefined ? null : <div className="section-body">{children}</div>}
      </div>
    </section>
  );
}
