import type { ReactNode } from 'react';
import type { Condition } from '../site-page.ts';

interface ButtonProps {
  href: string;
  children: ReactNode;
  /** `quiet` for a second button beside a main one. */
  look?: 'main' | 'quiet' | undefined;
  size?: 'normal' | 'big' | undefined;
  /** Who sees it: a visitor, or a person who is signed in. */
  audience?: 'visitor' | 'person';
  /** Where the link exists. */
  when?: Condition;
}

/** A link that looks like a button. */
export function Button({ href, children, look = 'main', size = 'big', audience, when }: ButtonProps) {
  const names = [
    'button',
    look === 'quiet' && 'button-quiet',
    size === 'big' && 'button-big',
    audience !== undefined && `for-${audience}`,
  ];
  return (
    <a className={names.filter(Boolean).join(' ')} href={href} data-if={when}>
      {children}
    </a>
  );
}
