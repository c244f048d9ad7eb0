/** Lists that are typed: words and sites. What cannot be taken is told beside the field and is not kept. */
import { TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { type FieldProps, useRefusal } from './fields.tsx';
import { accept } from './form.ts';
import { readSite, showSite } from './site-name.ts';

export function Words({ form, field, label, description }: FieldProps<'includeWords' | 'excludeWords'>) {
  const { t } = useText();
  const refusal = useRefusal(form, field);
  const [invalid, setInvalid] = useState(false);
  if (!form.uses(field)) return null;
  return (
    <TagsInput
      label={label}
      description={description}
      error={invalid ? t('widgets:editor.wordsInvalid') : refusal}
      value={form.settings[field]}
      openOnFocus={false}
      onChange={(words) => {
        const taken = accept(field, words);
        setInvalid(taken === undefined);
        if (taken !== undefined) form.set(field, taken);
      }}
      onSearchChange={() => setInvalid(false)}
    />
  );
}

/** Sites are read with their own letters and kept as browsers write them; a pasted address is cut to its host. */
export function Sites({ form, field, label, description }: FieldProps<'allowedSites'>) {
  const { t } = useText();
  const refusal = useRefusal(form, field);
  const [strange, setStrange] = useState<string | null>(null);
  const sites = form.settings[field];
  const change = (shown: string[]) => {
    const read = shown.map((name) => ({ name, site: readSite(name) }));
    const bad = read.find(({ site }) => site === null);
    const taken = accept(field, [...new Set(read.flatMap(({ site }) => (site === null ? [] : [site])))]);
    setStrange(bad?.name ?? null);
    if (taken !== undefined && taken.join() !== sites.join()) form.set(field, taken);
  };
  return (
    <TagsInput
      label={label}
      description={description}
      error={strange === null ? refusal : t('widgets:editor.siteInvalid', { name: strange })}
      value={sites.map(showSite)}
      splitChars={[',', ';', ' ']}
      maxTags={50}
      openOnFocus={false}
      onChange={change}
      onSearchChange={(typed) => {
        if (typed !== '') setStrange(null);
      }}
    />
  );
}
