import type { Feature } from './feature-list.tsx';

/** Numbered steps, each with an optional drawing. Goes into a `Section`. */
export function Steps({ items }: { items: readonly Feature[] }) {
  return (
    <ol className="steps">
      {items.map(({ key, title, text, picture }) => (
        <li key={key}>
          {picture === undefined ? null : <div className="steps-picture">{picture}</div>}
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
