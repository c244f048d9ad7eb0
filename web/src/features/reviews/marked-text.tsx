import { findMatches } from '@kindling/contract/search-matches';
import { parseSearch, type SearchPart } from '@kindling/contract/search-words';
import { type ReactNode, useMemo } from 'react';
import css from './marked-text.module.css';

export type SearchParts = readonly SearchPart[];

const nothing: SearchParts = [];

/** What is searched for, read once for all texts of a list. */
export function useSearchParts(search: string | undefined): SearchParts {
  return useMemo(() => (search === undefined ? nothing : (parseSearch(search) ?? nothing)), [search]);
}

/** A text with the matches of a search marked. Texts are untrusted: they become text nodes only. */
export function MarkedText({ text, search }: { text: string; search: SearchParts }) {
  const matches = useMemo(() => (search.length === 0 ? [] : findMatches(text, search)), [text, search]);
  if (matches.length === 0) return <>{text}</>;
  const parts: ReactNode[] = [];
  let done = 0;
  for (const [start, end] of matches) {
    if (start > done) parts.push(text.slice(done, start));
    parts.push(
      <mark key={start} className={css.mark}>
        {text.slice(start, end)}
      </mark>,
    );
    done = end;
  }
  parts.push(text.slice(done));
  return <>{parts}</>;
}
