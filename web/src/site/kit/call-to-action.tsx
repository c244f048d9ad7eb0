import { BrandMark } from '@kindling/design/brand-mark';
import type { ReactNode } from 'react';

interface CallToActionProps {
  title: string;
  text?: string;
  actions: ReactNode;
  /** A note about the trial, for visitors. */
  note?: string;
}

/** The end of a page: one sentence and the next step. */
export function CallToAction({ title, text, actions, note }: CallToActionProps) {
  return (
    <section className="closing" aria-labelledby="closing-title">
      <div className="wrap">
        <div className="closing-card">
          <BrandMark size={52} />
          <h2 id="closing-title">{title}</h2>
          {text === undefined ? null : <p className="lead">{text}</p>}
          <div className="actions">{actions}</div>
          {note === undefined ? null : <p className="small for-visitor">{note}</p>}
        </div>
      </div>
    </section>
  );
}
