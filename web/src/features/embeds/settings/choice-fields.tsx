/** Fields that choose tags and languages of reviews. */
import { maxEmbedLanguages, maxEmbedTags } from '@kindling/contract/embed-settings';
import { MultiSelect } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type FieldProps, useFieldError } from './fields.tsx';

/** Where the account has no tags, one field says so and the other is left out. */
export function TagsField({ form, field, label, description }: FieldProps<'tagIds' | 'excludeTagIds'>) {
  const { t } = useText();
  const error = useFieldError(form, field);
  const found = useQuery(query.tags.list.queryOptions({ input: {} }));
  const chosen = form.settings[field];
  if (!form.uses(field)) return null;
  const tags = found.data?.tags ?? [];
  const isEmpty = found.data !== undefined && tags.length + chosen.length === 0;
  if (isEmpty && field === 'excludeTagIds') return null;
  // Until the list is there, nothing is known to be gone.
  const gone = found.data === undefined ? [] : chosen.filter((id) => !tags.some((tag) => tag.id === id));
  const unknown = chosen.filter((id) => !tags.some((tag) => tag.id === id));
  return (
    <>
      <MultiSelect
        label={label}
        description={isEmpty ? t('widgets:editor.noTags') : description}
        disabled={isEmpty}
        error={error}
        searchable
        hidePickedOptions
        maxValues={maxEmbedTags}
        nothingFoundMessage={t('widgets:editor.noTagFound')}
        value={chosen}
        data={[
          ...tags.map(({ id, name }) => ({ value: id, label: name })),
          ...unknown.map((id) => ({
            value: id,
            label: found.data === undefined ? '…' : t('widgets:editor.goneTag'),
          })),
        ]}
        onChange={(ids) => form.set(field, ids)}
      />
      {gone.length === 0 ? null : (
        <Notice tone="warn">
          {field === 'tagIds' && gone.length === chosen.length
            ? t('widgets:editor.allTagsGone')
            : t('widgets:editor.tagsGone', { count: gone.length })}
        </Notice>
      )}
    </>
  );
}

/** Offers the languages of the account's reviews. */
export function ReviewLanguagesField({
  form,
  label,
  description,
}: Omit<FieldProps<'reviewLanguages'>, 'field'>) {
  const { t, i18n } = useText();
  const error = useFieldError(form, 'reviewLanguages');
  const found = useQuery(query.reviews.languages.queryOptions({ input: {} }));
  if (!form.uses('reviewLanguages')) return null;
  const chosen = form.settings.reviewLanguages;
  const offered = [...new Set([...(found.data?.languages ?? []), ...chosen])];
  return (
    <MultiSelect
      label={label}
      description={description}
      error={error}
      searchable
      hidePickedOptions
      maxValues={maxEmbedLanguages}
      nothingFoundMessage={t('widgets:editor.noLanguageFound')}
      value={chosen}
      data={offered
        .map((value) => ({ value, label: languageName(value, i18n.language) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, i18n.language))}
      onChange={(codes) => form.set('reviewLanguages', codes)}
    />
  );
}

/** The name of a language in the reader's own; the code where the browser knows none. */
function languageName(code: string, reader: string): string {
  const name = new Intl.DisplayNames([reader], { type: 'language', fallback: 'code' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(reader) + name.slice(1);
}
