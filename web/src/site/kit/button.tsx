import type { ReactNode } from 'react';

interface ButtonProps {
  href: string;
  children: ReactNode;
  /** `quiet` for the second choice beside a main one. */
  look?: 'main' | 'quiet';
  size?: 'normal' | 'big';
}

/** A link that looks like a button. */
export function Button({ href, children, look = 'main', size = 'big' }: ButtonProps) {
  const names = ['button', look === 'quiet' && 'button-quiet', size === 'big' && 'button-big'];
  return (
    <a className={names.filter(Boolean).join(' ')} href={href}>
      {children}
    </a>
  );
}
