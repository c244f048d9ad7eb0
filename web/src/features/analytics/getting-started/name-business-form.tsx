import type { Dashboard } from '@kindling/contract/analytics';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { holdsCredentials, parseWebsite } from '../../../lib/website.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import css from './getting-started.module.css';

/** Name and website of the business. The website is where the widget will be shown, and is optional. */
export function NameBusinessForm({ business }: { business: Dashboard['start']['business'] }) {
  const { t } = useText();
  const queries = useQueryClient();
  // A new business has the name of the person who signed up, so the field starts empty.
  const [name, setName] = useState(business.named ? business.name : '');
  const [website, setWebsite] = useState(business.website ?? '');
  const [strange, setStrange] = useState(false);
  const save = useMutation({
    mutationFn: (address: string | null) =>
      client.businesses.update({ id: business.id, name: name.trim(), website: address }),
    onSuccess: () => queries.invalidateQueries({ queryKey: query.analytics.key() }),
  });
  const strangeText = holdsCredentials(website)
    ? t('common:websiteCredentials')
    : t('dashboard:start.business.websiteStrange');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      save.mutate(parseWebsite(website));
    } catch {
      setStrange(true);
    }
  };
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('dashboard:start.business.name')}
        placeholder={t('dashboard:start.business.namePlaceholder')}
        maxLength={80}
        autoComplete="organization"
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('dashboard:start.business.website')}
        placeholder="www.example.com"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={website}
        error={strange ? strangeText : null}
        onChange={(event) => {
          setWebsite(event.currentTarget.value);
          setStrange(false);
        }}
      />
      <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
        {t('common:save')}
      </Button>
      {save.error === null ? null : (
        <div className={css.failed}>
          <Notice tone="bad" alert>
            <ErrorText error={save.error} />
          </Notice>
        </div>
      )}
    </form>
  );
}
