import type { Review } from '@kindling/contract/reviews';
import { IconUser } from '@tabler/icons-react';
import css from './author-avatar.module.css';

const tints = 6;
const letters = new Intl.Segmenter();

/** The initials of the author on a tint of their own; a figure for an author without a name. `--avatar` is its size. */
export function AuthorAvatar({
  name,
  className = '',
}: {
  name: Review['authorName'];
  className?: string | undefined;
}) {
  const initials = name === null ? '' : initialsOf(name);
  return (
    <span
      className={`${css.avatar} ${className}`}
      data-tint={initials === '' ? undefined : tintOf(name ?? '')}
      aria-hidden="true"
      data-foreign
    >
      {initials === '' ? <IconUser stroke={1.75} /> : initials}
    </span>
  );
}

/** The first letters of the first and the last word, each as its writer sees it. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).flatMap((word) => /[\p{L}\p{N}].*/u.exec(word)?.[0] ?? []);
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return (firstLetter(first) + firstLetter(last)).toLocaleUpperCase();
}

function firstLetter(word: string): string {
  return letters.segment(word).containing(0)?.segment ?? '';
}

function tintOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % tints;
}
