import type { ReactNode } from 'react';
import { preferenceValues } from '../lib/preferences.ts';
import { Controls } from './controls.tsx';
import { Feedback } from './feedback.tsx';
import { Foundations } from './foundations.tsx';
import css from './gallery.module.css';
import { Overlays } from './overlays.tsx';
import { Surfaces } from './surfaces.tsx';

const parts: Record<string, () => ReactNode> = {
  foundations: Foundations,
  controls: Controls,
  surfaces: Surfaces,
  feedback: Feedback,
  overlays: Overlays,
};

export function Gallery({ theme, only }: { theme: string; only: string | null }) {
  const shown = Object.entries(parts).filter(([name]) => only === null || only === name);
  return (
    <main className={css.page}>
      <header className={css.head}>
        <h1>Gallery of primitives</h1>
        <nav aria-label="Themes" className={css.row}>
          {preferenceValues.theme.map((name) => (
            <a
              key={name}
              href={`?theme=${name}${only === null ? '' : `&only=${only}`}`}
              aria-current={name === theme || undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      </header>
      {shown.map(([name, Part]) => (
        <section key={name} id={name} className={css.part} aria-labelledby={`${name}-title`}>
          <h2 id={`${name}-title`}>{name}</h2>
          <Part />
        </section>
      ))}
    </main>
  );
}
