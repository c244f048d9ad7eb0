import { replyPlaceholders, unknownPlaceholders } from '@kindling/contract/reply-placeholders';
import {
  maxTemplateLength,
  type ReplyTemplate,
  type ReplyTemplateFields,
  type TemplateLanguage,
  templateLanguages,
} from '@kindling/contract/reply-templates';
import type { OwnReview } from '@kindling/contract/reviews';
import { Button, Checkbox, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { languageNames } from '../../../lib/i18n/formats.ts';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { textFor } from './fit.ts';
import { TemplatePreview } from './template-preview.tsx';
import css from './templates.module.css';
import { useSaveTemplate } from './use-templates.ts';

// locale-keys: templates.placeholder.*

interface TemplateFormProps {
  /** Null adds one. */
  before: ReplyTemplate | null;
  review: OwnReview | undefined;
  onDone: () => void;
}

const empty: ReplyTemplateFields = {
  name: '',
  texts: {},
  ratings: [],
  recommendations: [],
  businessId: null,
};

export function TemplateForm({ before, review, onDone }: TemplateFormProps) {
  const { t } = useText();
  const save = useSaveTemplate(before);
  const [fields, setFields] = useState<ReplyTemplateFields>(before ?? empty);
  const change = (part: Partial<ReplyTemplateFields>) => setFields((now) => ({ ...now, ...part }));
  const texts = Object.fromEntries(
    Object.entries(fields.texts).filter(([, text]) => text !== undefined && text.trim() !== ''),
  );
  const isComplete = fields.name.trim() !== '' && Object.keys(texts).length > 0;
  const hasUnknown = Object.values(texts).some((text) => unknownPlaceholders(text ?? '').length > 0);
  const { name, ratings, recommendations, businessId } = fields;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ name, texts, ratings, recommendations, businessId }, { onSuccess: onDone });
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('templates:name')}
          value={name}
          maxLength={60}
          required
          data-autofocus
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Audience fields={fields} onChange={change} />
        <Texts fields={fields} review={review} onChange={(changed) => change({ texts: changed })} />
        {save.error === null ? null : (
          <Notice tone="bad" alert>
            {toApiError(save.error).code === 'conflict' ? (
              t('templates:changedElsewhere')
            ) : (
              <ErrorText error={save.error} />
            )}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone} disabled={save.isPending}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={!isComplete || hasUnknown} loading={save.isPending}>
            {t('templates:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface AudienceProps {
  fields: ReplyTemplateFields;
  onChange: (part: Partial<ReplyTemplateFields>) => void;
}

/** Which reviews the template is for. */
function Audience({ fields, onChange }: AudienceProps) {
  const { t } = useText();
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} })).data?.businesses ?? [];
  const { ratings, recommendations, businessId } = fields;
  const chosen = [...ratings.map(String), ...recommendations];
  const choose = (values: string[]) =>
    onChange({
      ratings: [1, 2, 3, 4, 5].filter((stars) => values.includes(String(stars))),
      recommendations: (['positive', 'negative'] as const).filter((one) => values.includes(one)),
    });
  return (
    <>
      <Checkbox.Group
        label={t('templates:for')}
        description={t('templates:forHint')}
        value={chosen}
        onChange={choose}
      >
        <Group gap="md" mt={8}>
          {[5, 4, 3, 2, 1].map((stars) => (
            <Checkbox key={stars} value={String(stars)} label={t('templates:stars', { count: stars })} />
          ))}
          <Checkbox value="positive" label={t('templates:recommends')} />
          <Checkbox value="negative" label={t('templates:recommendsNot')} />
        </Group>
      </Checkbox.Group>
      {businesses.length < 2 && businessId === null ? null : (
        <Select
          label={t('templates:business')}
          placeholder={t('templates:everyBusiness')}
          data={businesses.map(({ id, name }) => ({ value: id, label: name }))}
          value={businessId}
          clearable
          clearButtonProps={{ 'aria-label': t('templates:everyBusiness') }}
          onChange={(id) => onChange({ businessId: id })}
        />
      )}
    </>
  );
}

interface TextsProps {
  fields: ReplyTemplateFields;
  review: OwnReview | undefined;
  onChange: (texts: ReplyTemplateFields['texts']) => void;
}

/** One text at a time, with its preview; the choice of the language says which exist. */
function Texts({ fields: { texts }, review, onChange }: TextsProps) {
  const { t, i18n } = useText();
  const written = templateLanguages.filter((language) => texts[language] !== undefined);
  const [language, setLanguage] = useState(() => textFor({ texts }, null, currentLanguage(i18n)).language);
  const field = useRef<HTMLTextAreaElement>(null);
  const text = texts[language] ?? '';
  const unknown = unknownPlaceholders(text);
  const names = languageNames(i18n.language);
  const labelOf = (one: TemplateLanguage) =>
    one === 'any' ? t('templates:otherLanguages') : (names.of(one) ?? one);
  const write = (value: string) => {
    const { [language]: _before, ...others } = texts;
    onChange(value === '' ? others : { ...others, [language]: value });
  };
  const insert = (words: string) => {
    const start = field.current?.selectionStart ?? text.length;
    write(`${text.slice(0, start)}${words}${text.slice(field.current?.selectionEnd ?? start)}`);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(start + words.length, start + words.length);
    });
  };
  return (
    <div>
      <Select
        label={t('templates:language')}
        data={templateLanguages.map((one) => ({
          value: one,
          label: written.includes(one) ? `${labelOf(one)} ✓` : labelOf(one),
        }))}
        value={language}
        allowDeselect={false}
        onChange={(value) => setLanguage(templateLanguages.find((one) => one === value) ?? 'any')}
      />
      <Textarea
        ref={field}
        mt="sm"
        label={t('templates:text')}
        value={text}
        autosize
        minRows={4}
        maxRows={10}
        maxLength={maxTemplateLength}
        dir="auto"
        error={unknown.length === 0 ? null : t('templates:unknown', { words: unknown.join(', ') })}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <fieldset className={css.placeholders}>
        <legend>{t('templates:placeholders')}</legend>
        {replyPlaceholders.map((one) => (
          <Button key={one} size="compact-xs" variant="default" onClick={() => insert(`{${one}}`)}>
            {t(`templates:placeholder.${one}`)}{' '}
            <span className={css.placeholder} dir="ltr">{`{${one}}`}</span>
          </Button>
        ))}
      </fieldset>
      <p className={css.hint}>{t('templates:anonymousHint', { example: '{author|…}' })}</p>
      <TemplatePreview text={text} review={review} />
    </div>
  );
}
