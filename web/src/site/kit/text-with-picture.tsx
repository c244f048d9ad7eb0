import type { ReactNode } from 'react';

interface TextWithPictureProps {
  id: string;
  title: string;
  text: string;
  /** Short points below the text. */
  points?: readonly string[];
  /** Links or buttons at the end. */
  actions?: ReactNode;
  picture: ReactNode;
  /** The side of the picture from 992 px on; on phones it follows the text. */
  side?: 'left' | 'right';
  tone?: 'plain' | 'sunken' | 'warm' | 'deep';
}

/** Text beside a picture, under an h2. */
export function TextWithPicture({
  id,
  title,
  text,
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
