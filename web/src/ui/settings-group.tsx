import { IconChevronDown } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useId, useRef, useState } from 'react';
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

interface OneOpenGroup {
  /** Title of the open group; null when all are closed, undefined before anybody opened or closed one. */
  opened: string | null | undefined;
  setOpened: (title: string | null) => void;
}

/** Around groups of which one is open at a time. Without it each opens and closes by itself. */
export const SettingsAccordion = createContext<OneOpenGroup | null>(null);

/** A collapsible group of settings. */
export function SettingsGroup({ title, summary, hasErrors, open = false, children }: SettingsGroupProps) {
  const id = useId();
  const readOnly = useContext(SettingsReadOnly);
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpened(title, open);
  const shown = opened || hasErrors;
  const toggle = () => {
    setOpened(!shown);
    // A tall group above that closes takes this one out of sight.
    requestAnimationFrame(() => button.current?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <section className={css.group}>
      <h2 className={css.groupTitle}>
        <button
          ref={button}
          type="button"
          className={css.groupButton}
          aria-expanded={shown}
          aria-controls={id}
          onClick={toggle}
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

function useOpened(title: string, atFirst: boolean): [boolean, (opened: boolean) => void] {
  const accordion = useContext(SettingsAccordion);
  const own = useState(atFirst);
  if (accordion === null) return own;
  const { opened = atFirst ? title : null, setOpened } = accordion;
  return [opened === title, (next) => setOpened(next ? title : null)];
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
