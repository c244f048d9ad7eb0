import type { ReactNode } from 'react';

interface SectionProps {
  /** Unique in the page; also the target of links into it. */
  id: string;
  title: string;
  lead?: string;
  /** Says of the whole part that it does not exist yet: `site.inWork`. */
  mark?: string;
  /** `deep`: the brand's dark colour with white words, once per page at most. */
  tone?: 'plain' | 'sunken' | 'warm' | 'deep';
  /** `narrow` for reading, `wide` (the page's width) for everything else. */
  width?: 'wide' | 'narrow';
  /** Where the heading stands: over the content, or in a column of its own at the left. */
  heading?: 'above' | 'centre' | 'aside';
  children?: ReactNode;
}

/** A part of a page under an h2. */
export function Section({
  id,
  title,
  lead,
  mark,
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
          {mark === undefined ? null : <p className="mark">{mark}</p>}
          <h2 id={titleId}>{title}</h2>
          {lead === undefined ? null : <p className="lead">{lead}</p>}
        </div>
        {children === undefined ? null : <div className="section-body">{children}</div>}
      </div>
    </section>
  );
}
