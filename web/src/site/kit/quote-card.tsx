interface QuoteCardProps {
  text: string;
  name: string;
  /** Job and place. */
  role: string;
  /** The note that the quote is invented: `site.sample.quote`. Required while we have no real quotes. */
  sample: string;
}

/** A quote of a customer, or a sample that is marked as such. */
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
