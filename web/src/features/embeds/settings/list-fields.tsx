/** Fields for lists of words and sites. An invalid entry is reported at the field and not stored. */
import { TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { type FieldProps, useFieldError } from './fields.tsx';
import { parseSetting } from './settings-form.ts';
import { formatSite, parseSite } from './site-name.ts';

export function WordsField({ form, field, label, description }: FieldProps<'includeWords' | 'excludeWords'>) {
  const { t } = useText();
  const fieldError = useFieldError(form, field);
  const [invalid, setInvalid] = useState(false);
  if (!form.uses(field)) return null;
  return (
    <TagsInput
      label={label}
      description={description}
      error={invalid ? t('widgets:editor.wordsInvalid') : fieldError}
      value={form.settings[field]}
      openOnFocus={false}
      onChange={(words) => {
        const taken = parseSetting(field, words);
        setInvalid(taken === undefined);
        if (taken !== undefined) form.set(field, taken);
      }}
      onSearchChange={() => setInvalid(false)}
    />
  );
}

/** Allowed sites: shown with Unicode letters, stored as ASCII (Punycode); a pasted URL is reduced to its host. */
export function SitesField({ form, field, label, description }: FieldProps<'allowedSites'>) {
  const { t } = useText();
  const fieldError = useFieldError(form, field);
  const [invalidSite, setInvalidSite] = useState<string | null>(null);
  const sites = form.settings[field];
  const change = (shown: string[]) => {
    const read = shown.map((name) => ({ name, site: parseSite(name) }));
    const bad = read.find(({ site }) => site === null);
    const taken = parseSetting(field, [
      ...new Set(read.flatMap(({ site }) => (site === null ? [] : [site]))),
    ]);
    setInvalidSite(bad?.name ?? null);
    if (taken !== undefined && taken.join() !== sites.join()) form.set(field, taken);
  };
  return (
    <TagsInput
      label={label}
      description={description}
      error={invalidSite === null ? fieldError : t('widgets:editor.siteInvalid', { name: invalidSite })}
      value={sites.map(formatSite)}
      splitChars={[',', ';', ' ']}
      maxTags={50}
      openOnFocus={false}
      onChange={change}
      onSearchChange={(typed) => {
        if (typed !== '') setInvalidSite(null);
      }}
    />
  );
}
