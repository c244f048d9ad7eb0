import { maxEmailLength } from '@kindling/contract/email-address';
import { requestLimits } from '@kindling/contract/review-request-limits';
import type { Invitee } from '@kindling/contract/review-requests';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './people.module.css';
import { findAddressProblem, type People } from './use-people.ts';

/** Pixels of a row that is not being changed. */
const rowHeight = 53;

/** Everybody on the list; only the rows in view are in the document, and only one has fields. */
export function PeopleList({ people: { people, remove, replace, clear } }: { people: People }) {
  const { t } = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [editing, setEditing] = useState<string | null>(null);
  /** The row whose fields were closed last: its button takes the focus back. */
  const [edited, setEdited] = useState<string | null>(null);
  const rows = useVirtualizer({
    count: people.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => people[index]?.email ?? index,
    overscan: 6,
  });
  return (
    <div className={css.people}>
      <header className={css.peopleHead}>
        <h3 ref={heading} tabIndex={-1} className={css.peopleCount} aria-live="polite">
          {t('invitations:people.count', { count: people.length })}
        </h3>
        <Button variant="subtle" size="xs" onClick={clear}>
          {t('invitations:people.clear')}
        </Button>
      </header>
      <div ref={scroller} className={css.scroller}>
        <ul
          className={css.rows}
          style={{ height: rows.getTotalSize() }}
          aria-label={t('invitations:people.list')}
        >
          {rows.getVirtualItems().map((item) => {
            const person = people[item.index];
            if (person === undefined) return null;
            return (
              <li
                key={item.key}
                ref={rows.measureElement}
                data-index={item.index}
                className={css.row}
                style={{ transform: `translateY(${item.start}px)` }}
                aria-setsize={people.length}
                aria-posinset={item.index + 1}
              >
                {editing === person.email ? (
                  <EditRow
                    person={person}
                    others={people.filter((one) => one !== person)}
                    onDone={(changed) => {
                      replace(person.email, changed);
                      setEditing(null);
                      setEdited(changed.email);
                    }}
                  />
                ) : (
                  <ShownRow
                    person={person}
                    focused={edited === person.email}
                    onEdit={() => setEditing(person.email)}
                    onRemove={() => {
                      remove(person.email);
                      heading.current?.focus();
                    }}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

interface ShownRowProps {
  person: Invitee;
  /** Whether the button for changing takes the focus. */
  focused: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function ShownRow({ person: { email, name }, focused, onEdit, onRemove }: ShownRowProps) {
  const { t } = useText();
  return (
    <div className={css.shown}>
      <span className={css.who}>
        <bdi className={css.email}>{email}</bdi>
        <bdi className={css.name} data-none={name === '' || undefined}>
          {name === '' ? t('invitations:people.noName') : name}
        </bdi>
      </span>
      <ActionIcon
        ref={focused ? focusOnce : null}
        variant="subtle"
        aria-label={t('invitations:people.edit', { email })}
        onClick={onEdit}
      >
        <IconPencil size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t('invitations:people.remove', { email })} onClick={onRemove}>
        <IconX size={17} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface EditRowProps {
  person: Invitee;
  others: readonly Invitee[];
  onDone: (person: Invitee) => void;
}

function EditRow({ person, others, onDone }: EditRowProps) {
  const { t } = useText();
  const [email, setEmail] = useState(person.email);
  const [name, setName] = useState(person.name);
  const problem = findAddressProblem(email.trim(), others);
  return (
    <form
      className={css.editing}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) onDone({ email: email.trim(), name: name.trim() });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone(person);
      }}
    >
      <TextInput
        ref={focusOnce}
        type="email"
        aria-label={t('invitations:people.email')}
        maxLength={maxEmailLength}
        value={email}
        error={problem === null ? null : t(`invitations:people.problem.${problem}`)}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        aria-label={t('invitations:people.name')}
        placeholder={t('invitations:people.nameOptional')}
        maxLength={requestLimits.nameLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" variant="default" disabled={problem !== null}>
        {t('invitations:people.done')}
      </Button>
    </form>
  );
}

/** The pressed button is gone with its row, so the focus moves to what replaces it. */
function focusOnce(field: HTMLElement | null): void {
  field?.focus();
}
