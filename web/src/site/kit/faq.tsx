import type { FaqEntry } from '../site-page.ts';

/** Questions that open without a script, one at a time. Goes into a `Section`. */
export function Faq({ entries }: { entries: readonly FaqEntry[] }) {
  return (
    <div className="faq">
      {entries.map(({ q, a, when }) => (
        <details key={q} name="faq" data-if={when}>
          <summary>{q}</summary>
          <p>{a}</p>
        </details>
      ))}
    </div>
  );
}
