import type { ReactNode } from 'react';

interface TextWithPictureProps {
  id: string;
  title: string;
  text: string;
  /** Says that what is told does not exist yet: `site.inWork`. */
  mark?: string;
  /** Short points under the text. */
  points?: readonly string[];
  /** Links or buttons under it all. */
  actions?: ReactNode;
  picture: ReactNode;
  /** On which side the picture stands from 992 px on; on phones it follows the words. */
  side?: 'left' | 'right';
  tone?: 'plain' | 'sunken' | 'warm' | 'deep';
}

/** Words beside a picture, under an h2. */
export function TextWithPicture({
  id,
  title,
  text,
  mark,
  points = [],
  actions,
  picture,
  side = 'right',
  tone = 'plain',
}: TextWithPictureProps) {
  const titleId = `${id}-title`;
  return (
    <section id={id} aria-labelledby={titleId} className={`section tone-${tone}`}>
      <div className={`wrap split split-${side}`}>
        <div className="split-words">
          {mark === undefined ? null : <p className="mark">{mark}</p>}
          <h2 id={titleId}>{title}</h2>
          <p className="lead">{text}</p>
          {points.length === 0 ? null : (
            <ul className="points">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
          {actions === undefined ? null : <div className="actions">{actions}</div>}
        </div>
        <div className="split-picture">{picture}</div>
      </div>
    </section>
  );
}
