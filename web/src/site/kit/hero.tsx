import type { ReactNode } from 'react';

interface HeroProps {
  title: string;
  lead: string;
  /** Buttons. */
  actions?: ReactNode;
  /** A small line below the buttons. */
  note?: string;
  /** Set when the note is about the trial, which does not concern people who are signed in. */
  noteFor?: 'visitor';
  /** A drawing or a part of the product. */
  picture?: ReactNode;
  /**
   * `beside`: the picture on the right; `below`: text in two columns, and below it the picture in the page's width.
   */
  layout?: 'beside' | 'below';
  tone?: 'plain' | 'sunken' | 'warm';
}

/** The top of a page with its only h1. */
export function Hero({
  title,
  lead,
  actions,
  note,
  noteFor,
  picture,
  layout = 'beside',
  tone = 'plain',
}: HeroProps) {
  const more = (
    <>
      <p className="lead">{lead}</p>
      {actions === undefined ? null : <div className="actions">{actions}</div>}
      {note === undefined ? null : (
        <p className={noteFor === undefined ? 'small' : `small for-${noteFor}`}>{note}</p>
      )}
    </>
  );
  return (
    <section className={`hero hero-${layout} tone-${tone}`}>
      <div className="wrap hero-grid">
        {layout === 'beside' ? (
          <div className="hero-words">
            <h1>{title}</h1>
            {more}
          </div>
        ) : (
          <>
            <h1>{title}</h1>
            <div className="hero-words">{more}</div>
          </>
        )}
        {picture === undefined ? null : <div className="hero-picture">{picture}</div>}
      </div>
    </section>
  );
}
