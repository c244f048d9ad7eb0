import type { ReactNode } from 'react';

interface HeroProps {
  title: string;
  lead: string;
  /** Says that what is told does not exist yet: `site.inWork`. */
  mark?: string;
  /** Buttons. */
  actions?: ReactNode;
  /** A quiet line under the buttons. */
  note?: string;
  /** Given where the note tells of the trial, which is nothing to a person who is signed in. */
  noteFor?: 'visitor';
  /** A drawing or a part of the product. */
  picture?: ReactNode;
  /** `beside`: picture on the right; `below`: words in two columns, picture as wide as the page under them. */
  layout?: 'beside' | 'below';
  tone?: 'plain' | 'sunken' | 'warm';
}

/** The head of a page with its only h1. */
export function Hero({
  title,
  lead,
  mark,
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
            {mark === undefined ? null : <p className="mark">{mark}</p>}
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
