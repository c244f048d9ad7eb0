import type { ReactNode } from 'react';
import css from './tag.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'calm';

/** A small label for a state. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={css.tag} data-tone={tone}>
      {children}
    </span>
  );
}
