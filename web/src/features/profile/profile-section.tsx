import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useId } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './profile.module.css';
import type { useProfileMutation } from './use-profile-mutation.ts';

interface SectionProps {
  /** The fragment of the section's address, which the list of sections links to. */
  id: string;
  title: string;
  lead: string;
  children: ReactNode;
}

/** A section of the profile with its heading and a card. */
export function ProfileSection({ id, title, lead, children }: SectionProps) {
  const heading = useId();
  // A new object for each visit, also of the same address.
  const address = useLocation();
  useEffect(() => {
    if (address.hash === `#${id}`) showSection(id);
  }, [address, id]);
  return (
    <section id={id} className={css.section} aria-labelledby={heading}>
      <header className={css.sectionHead}>
        <h2 id={heading} className={css.sectionTitle} tabIndex={-1}>
          {title}
        </h2>
        <p className={css.sectionLead}>{lead}</p>
      </header>
      <div className={css.card}>{children}</div>
    </section>
  );
}

/** Scrolls to a section, and moves the focus to its heading. */
export function showSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector('h2')?.focus({ preventScroll: true });
}

interface SectionFormProps {
  section: {
    mutation: Pick<ReturnType<typeof useProfileMutation>, 'isPending' | 'isSuccess' | 'error'>;
    dirty: boolean;
    submit: (event: FormEvent<HTMLFormElement>) => void;
    undo: () => void;
  };
  children: ReactNode;
}

/** Fields that are saved together, with the save state and the buttons. */
export function SectionForm({ section: { mutation, dirty, submit, undo }, children }: SectionFormProps) {
  const { t } = useText();
  const { isPending: busy, isSuccess: saved, error } = mutation;
  return (
    <form onSubmit={submit} noValidate>
      <div className={css.fields}>{children}</div>
      {error === null ? null : (
        <div className={css.formError}>
          <Notice tone="bad" alert>
            <ErrorText error={error} />
          </Notice>
        </div>
      )}
      <footer className={css.foot}>
        <span className={css.state} role="status">
          {dirty && !busy ? t('profile:unsaved') : null}
          {!dirty && saved ? (
            <>
              <IconCheck size={16} stroke={2} className={css.check} aria-hidden />
              {t('profile:saved')}
            </>
          ) : null}
        </span>
        {dirty ? (
          <Button variant="subtle" color="gray" onClick={undo} disabled={busy}>
            {t('profile:undo')}
          </Button>
        ) : null}
        <Button type="submit" loading={busy} disabled={!dirty}>
          {t('profile:save')}
        </Button>
      </footer>
    </form>
  );
}
