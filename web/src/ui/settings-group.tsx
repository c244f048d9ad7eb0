import { IconChevronDown } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useId, useState } from 'react';
import css from './settings-group.module.css';

interface SettingsGroupProps {
  title: string;
  /** A short summary of the current settings, shown while the group is closed. */
  summary: string;
  /** True while a field in it has an error; the group then opens. */
  hasErrors: boolean;
  /** Open at first. */
  open?: boolean;
  children: ReactNode;
}

/** Whether the person may only look at the settings: groups open and close, and their fields are disabled. */
export const SettingsReadOnly = createContext(false);

/** A collapsible group of settings. */
export function SettingsGroup({ title, summary, hasErrors, open = false, children }: SettingsGroupProps) {
  const id = useId();
  const readOnly = useContext(SettingsReadOnly);
  const [opened, setOpened] = useState(open);
  const shown = opened || hasErrors;
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
        {shown ? (
          <fieldset className={css.fields} disabled={readOnly}>
            {children}
          </fieldset>
        ) : null}
      </div>
    </section>
  );
}

/** A few fields under a small heading. */
export function SettingsSubgroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.part}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
