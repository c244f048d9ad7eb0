import { Fragment } from 'react';
import type { Terms } from '../options.ts';

/** A sentence with `[terms]words[/terms]` and `[privacy]words[/privacy]` in it, which become links. */
export function TermsAgreement({ text, terms }: { text: string; terms: Terms }) {
  const parts = text.split(/(\[terms\].*?\[\/terms\]|\[privacy\].*?\[\/privacy\])/);
  return parts.map((part) => {
    const [, name, words] = /^\[(terms|privacy)\](.*)\[/.exec(part) ?? [];
    if (words === undefined) return <Fragment key={part}>{part}</Fragment>;
    return (
      <a
        key={part}
        href={name === 'terms' ? terms.termsUrl : terms.privacyUrl}
        target="_blank"
        rel="noopener"
      >
        {words}
      </a>
    );
  });
}
