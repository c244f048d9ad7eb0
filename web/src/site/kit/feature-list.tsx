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
  /** `ruled`: a line above each entry; `cards`: boxes with space for a picture. */
  look?: 'ruled' | 'cards';
}

/** Short features side by side, each under an h3. Goes into a `Section`. */
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
