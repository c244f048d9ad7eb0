import type { ReactNode } from 'react';

export interface Feature {
  key: string;
  title: string;
  text: string;
  picture?: ReactNode;
}

interface FeatureListProps {
  items: readonly Feature[];
  /** From 768 px on. */
  columns?: 2 | 3;
  /** `ruled`: a line over each, no box; `cards`: boxes with room for a picture. */
  look?: 'ruled' | 'cards';
}

/** Short claims side by side, each under an h3. Stands in a `Section`. */
export function FeatureList({ items, columns = 3, look = 'ruled' }: FeatureListProps) {
  return (
    <ul className={`features features-${look} columns-${columns}`}>
      {items.map(({ key, title, text, picture }) => (
        <li key={key}>
          {picture === undefined ? null : <div className="features-picture">{picture}</div>}
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
