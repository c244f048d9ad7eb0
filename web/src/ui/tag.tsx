import type { ReactNode } from 'react';
import css from './tag.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'calm';

/** A small word about the state of something. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={css.tag} data-tone={tone}>
      {children}
    </span>
  );
}
