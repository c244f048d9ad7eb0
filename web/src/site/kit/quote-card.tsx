interface QuoteCardProps {
  text: string;
  name: string;
  /** What they do, where. */
  role: string;
  /** Says that the quote is invented, in words: `site.sample.quote`. Never left out while we have no real ones. */
  sample: string;
}

/** Praise by a customer, or a sample that says so. */
export function QuoteCard({ text, name, role, sample }: QuoteCardProps) {
  return (
    <figure className="quote">
      <span className="mark">{sample}</span>
      <blockquote>
        <p>{text}</p>
      </blockquote>
      <figcaption>
        <b>{name}</b>
        <span>{role}</span>
      </figcaption>
    </figure>
  );
}
