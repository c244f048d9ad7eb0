import type { ReactNode } from 'react';
import type { Condition } from '../site-page.ts';

export interface Chapter {
  /** Unique in the page; the table of contents links to it. */
  id: string;
  title: string;
  body: ReactNode;
  /** The chapter exists only where this is so, or only where it is not. */
  when?: Condition | undefined;
  unless?: Condition | undefined;
}

interface ProseProps {
  title: string;
  lead?: string;
  /** A line under the title, e.g. the date of the last change. */
  note?: string;
  /** Name of the table of contents: `site.prose.contents`. */
  contents: string;
  chapters: readonly Chapter[];
}

/** A long text (guide, terms) with a table of contents: beside it in wide windows, folded on phones. */
export function Prose({ title, lead, note, contents, chapters }: ProseProps) {
  const entries = (
    <ol>
      {chapters.map((chapter) => (
        <li key={chapter.id} data-if={chapter.when} data-unless={chapter.unless}>
          <a href={`#${chapter.id}`}>{chapter.title}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <div className="wrap prose">
      <header className="prose-head">
        <h1>{title}</h1>
        {lead === undefined ? null : <p className="lead">{lead}</p>}
        {note === undefined ? null : <p className="small">{note}</p>}
      </header>
      <nav className="prose-contents" aria-label={contents}>
        <p aria-hidden="true">{contents}</p>
        {entries}
      </nav>
      <div className="prose-text">
        {chapters.map(({ id, title: heading, body, when, unless }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} data-if={when} data-unless={unless}>
            <h2 id={`${id}-title`}>{heading}</h2>
            {body}
          </section>
        ))}
      </div>
    </div>
  );
}
