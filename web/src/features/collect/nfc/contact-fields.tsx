import type { Contact } from '@kindling/contract/codes';
import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './nfc.module.css';

// locale-keys: codes.nfc.contact.*

const fields = [
  { name: 'name', type: 'text', autoComplete: 'off', max: 80 },
  { name: 'title', type: 'text', autoComplete: 'off', max: 80 },
  { name: 'phone', type: 'tel', autoComplete: 'off', max: 40 },
  { name: 'email', type: 'email', autoComplete: 'off', max: 254 },
  { name: 'website', type: 'url', autoComplete: 'off', max: 200 },
  { name: 'address', type: 'text', autoComplete: 'off', max: 240 },
] as const;
export type ContactValues = Record<(typeof fields)[number]['name'], string>;

const emptyContact: ContactValues = {
  name: '',
  title: '',
  phone: '',
  email: '',
  website: '',
  address: '',
};

export function contactValues(contact: Contact | null): ContactValues | null {
  if (contact === null) return null;
  const { name, title, phone, email, website, address } = contact;
  return {
    name,
    title: title ?? '',
    phone: phone ?? '',
    email: email ?? '',
    website: website ?? '',
    address: address ?? '',
  };
}

/** What is sent: an empty line is absent, and a website gets its scheme. */
export function toContact(values: ContactValues | null): Contact | null {
  if (values === null) return null;
  const text = (value: string) => (value.trim() === '' ? null : value.trim());
  const website = text(values.website);
  return {
    name: values.name.trim(),
    title: text(values.title),
    phone: text(values.phone),
    email: text(values.email),
    website: website === null || /^https?:\/\//i.test(website) ? website : `https://${website}`,
    address: text(values.address),
  };
}

interface ContactFieldsProps {
  value: ContactValues | null;
  onChange: (value: ContactValues | null) => void;
  /** Names of the fields that the server refused. */
  refused: readonly string[];
}

/** The digital card: a contact that visitors can save. Without it, the card leads to the page alone. */
export function ContactFields({ value, onChange, refused }: ContactFieldsProps) {
  const { t } = useText();
  const [kept, setKept] = useState(value ?? emptyContact);
  return (
    <div className={css.contact}>
      <Switch
        label={t('codes:nfc.contact.use')}
        description={t('codes:nfc.contact.useHint')}
        checked={value !== null}
        onChange={(event) => {
          // Switched off by mistake, it comes back with what was typed.
          if (value !== null) setKept(value);
          onChange(event.currentTarget.checked ? kept : null);
        }}
      />
      {value === null
        ? null
        : fields.map(({ name, type, autoComplete, max }) => (
            <TextInput
              key={name}
              type={type}
              autoComplete={autoComplete}
              maxLength={max}
              required={name === 'name'}
              label={t(`codes:nfc.contact.${name}`)}
              error={refused.includes(name) ? t('codes:nfc.contact.refused') : null}
              value={value[name]}
              onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
            />
          ))}
    </div>
  );
}
