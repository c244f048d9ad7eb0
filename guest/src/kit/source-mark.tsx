/** Small marks for the sources of reviews. The only guest file with one entry per source. */
import type { Source } from '@kindling/contract/platforms';
import type { ReactNode } from 'react';

/** In a square of 24 units. */
export const sourceDrawings: Record<Source, ReactNode> = {
  // Arcs of one circle as strokes (the style sheet sets their width): half the bytes of outlines.
  google: (
    <>
      <path fill="none" stroke="#EA4335" d="M18.8 5.8A9.2 9.2 0 0 0 3.8 7.8" />
      <path fill="none" stroke="#FBBC05" d="M3.8 7.8A9.2 9.2 0 0 0 3.8 16.2" />
      <path fill="none" stroke="#34A853" d="M3.8 16.2A9.2 9.2 0 0 0 18.8 18.2" />
      <path fill="none" stroke="#4285F4" d="M18.8 18.2A9.2 9.2 0 0 0 21.2 12H12" />
    </>
  ),
  facebook: (
    <>
      <path fill="#0866FF" d="M12 0a12 12 0 0 0 0 24a12 12 0 0 0 0-24" />
      <path fill="none" stroke="#fff" d="M17.6 6.3c-4 0-6.3.5-6.3 4V24M6.8 13.8H17" />
    </>
  ),
  'first-party': (
    <path
      fill="currentColor"
      d="M4 2h16a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-7l-6 5v-5H4a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3z"
    />
  ),
  import: <path fill="currentColor" d="M10 2h4v9h4l-6 6-6-6h4zM2 18h3v2h14v-2h3v5H2z" />,
};

/**
 * A mark of 24 units; the style sheet sets its size. `label` is for screen readers; null when a name is beside it.
 */
export function SourceMark({ source, label }: { readonly source: Source; readonly label: string | null }) {
  if (label === null) {
    return (
      <svg className={classNames.sourceMark} viewBox="0 0 24 24" aria-hidden="true">
        {sourceDrawings[source]}
      </svg>
    );
  }
  return (
    <svg className={classNames.sourceMark} viewBox="0 0 24 24" role="img" aria-label={label}>
      {sourceDrawings[source]}
    </svg>
  );
}
