import type { SetupProgress } from '@kindling/contract/analytics';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { focusFirstError } from '../../../lib/focus-first-error.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { holdsCredentials, tryParseWebsite } from '../../../lib/website.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import css from './getting-started.module.css';

/** Name and website of the business. The website is where the widget will be shown, and is optional. */
export function NameBusinessForm({ business }: { business: SetupProgress['business'] }) {
  const { t } = useText();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: {
      // A new business has the name of the person who signed up, so the field starts empty.
      name: business.named ? business.name : '',
      website: business.website ?? '',
    },
    validate: {
      website: (typed) => {
        if (tryParseWebsite(typed) !== undefined) return null;
        return holdsCredentials(typed)
          ? t('common:websiteCredentials')
          : t('dashboard:setup.business.websiteStrange');
      },
    },
  });
  const save = useMutation({
    mutationFn: ({ name, website }: typeof form.values) =>
      client.businesses.update({
        id: business.id,
        name: name.trim(),
        website: tryParseWebsite(website) ?? null,
      }),
    onSuccess: () =>
      // Location, page and codes follow the name of their business.
      Promise.all(
        [query.analytics.key(), query.businesses.key(), query.pipelines.key(), query.codes.key()].map(
          (queryKey) => queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <form
      className={css.form}
      onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)}
      noValidate
    >
      <TextInput
        label={t('dashboard:setup.business.name')}
        placeholder={t('dashboard:setup.business.namePlaceholder')}
        maxLength={80}
        autoComplete="organization"
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('dashboard:setup.business.website')}
        placeholder="www.example.com"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        {...form.getInputProps('website')}
      />
      <Button type="submit" loading={save.isPending} disabled={form.values.name.trim() === ''}>
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
