import { maxEmailLength } from '@kindling/contract/email-address';
import { requestLimits } from '@kindling/contract/review-request-limits';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './new.module.css';
import { findAddressProblem, type People } from './use-people.ts';

// locale-keys: invitations.people.problem.*

interface AddPersonProps {
  people: People;
  /** Resolves to whether it was read. */
  onAdd: (line: string) => Promise<boolean>;
}

/** One address with its name; read by the server like a list, which knows who wants no mail. */
export function AddPerson({ people, onAdd }: AddPersonProps) {
  const { t } = useText();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<'email' | 'doubled' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const add = async () => {
    const address = email.trim();
    const found = findAddressProblem(address, people.people);
    setProblem(found);
    if (found !== null) return field.current?.focus();
    const called = name.trim().replaceAll('"', '');
    if (!(await onAdd(called === '' ? address : `"${called}" <${address}>`))) return;
    setEmail('');
    setName('');
    field.current?.focus();
  };
  return (
    <form
      className={css.person}
      aria-label={t('invitations:people.single')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!people.reading) void add();
      }}
    >
      <TextInput
        ref={field}
        type="email"
        label={t('invitations:people.email')}
        autoComplete="off"
        maxLength={maxEmailLength}
        value={email}
        error={problem === null ? null : t(`invitations:people.problem.${problem}`)}
        onChange={(event) => {
          setProblem(null);
          setEmail(event.currentTarget.value);
        }}
      />
      <TextInput
        label={t('invitations:people.nameOptional')}
        autoComplete="off"
        maxLength={requestLimits.nameLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={email.trim() === '' || people.reading}
      >
        {t('invitations:people.add')}
      </Button>
    </form>
  );
}
