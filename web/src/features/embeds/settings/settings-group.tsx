import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import css from './settings.module.css';

interface SettingsGroupProps {
  title: string;
  /** What is set in it, in a few words, so that nobody has to open it to know. */
  summary: string;
  /** Something in it was not taken: it opens by itself. */
  faulty: boolean;
  /** Open from the start. */
  open?: boolean;
  children: ReactNode;
}

/** Settings that belong together, folded away until they are wanted. */
export function SettingsGroup({ title, summary, faulty, open = false, children }: SettingsGroupProps) {
  const id = useId();
  const [opened, setOpened] = useState(open);
  const shown = opened || faulty;
  return (
    <section className={css.group}>
      <h2 className={css.groupTitle}>
        <button
          type="button"
          className={css.groupButton}
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setOpened(!shown)}
        >
          <span className={css.groupName}>{title}</span>
          <span className={css.groupSummary}>{summary}</span>
          <IconChevronDown size={16} className={css.chevron} aria-hidden />
        </button>
      </h2>
      <div id={id} className={css.groupBody} hidden={!shown}>
        {shown ? children : null}
      </div>
    </section>
  );
}

/** A few fields under a small heading of their own. */
export function SettingsSubgroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.part}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
