import { sources } from 'virtual:kindling-build';
import { languages } from '@kindling/contract/constants';
import type { Embed } from '@kindling/contract/embeds';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useIsLimited } from '../../../lib/auth/use-may-do.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup, SettingsSubgroup } from '../../../ui/settings-group.tsx';
import { ReviewLanguagesField, TagsField } from './choice-fields.tsx';
import { NumberField, SelectField, SwitchField, useFieldError } from './fields.tsx';
import { FilterLawNotice } from './filter-law-notice.tsx';
import { WordsField } from './list-fields.tsx';
import css from './settings.module.css';
import type { SettingField } from './settings-for-layout.ts';
import type { SettingsForm } from './settings-form.ts';

// locale-keys: common.source.*

const fields: readonly SettingField[] = [
  'sources',
  'locationIds',
  'minimumRating',
  'withTextOnly',
  'includeWords',
  'excludeWords',
  'tagIds',
  'excludeTagIds',
  'reviewLanguages',
  'order',
  'limit',
  'translation',
  'language',
  'followsPageLanguage',
];

/** Which reviews are shown, in which order and language. */
export function ContentGroup({
  form,
  unfilterableSources,
}: {
  form: SettingsForm;
  unfilterableSources: Embed['unfilterableSources'];
}) {
  const { t } = useText();
  const { settings } = form;
  const ratings = [1, 2, 3, 4, 5].map(
    (count) =>
      [
        count,
        count === 1 ? t('widgets:editor.everyRating') : t('widgets:editor.ratingFrom', { count }),
      ] as const,
  );
  const orders = [
    ['newest', t('widgets:editor.newest')],
    ['highest', t('widgets:editor.highest')],
    ['pinned', t('widgets:editor.pinned')],
  ] as const;
  const summary = [
    form.uses('minimumRating') ? ratings[settings.minimumRating - 1]?.[1] : undefined,
    form.uses('order') ? orders.find(([value]) => value === settings.order)?.[1] : undefined,
    form.uses('order') ? undefined : languageFacts[settings.language].name,
  ].filter((part) => part !== undefined);
  const leavesOut = (active: boolean) => (active ? t('widgets:editor.disclosed') : undefined);
  return (
    <SettingsGroup
      title={t('widgets:editor.content')}
      summary={summary.join(' · ')}
      hasErrors={fields.some((field) => form.rejected.has(field))}
    >
      <SourceAndLocationFields form={form} />
      {form.uses('minimumRating') ? (
        <SettingsSubgroup title={t('widgets:editor.filters')}>
          <p className={css.hint}>{t('widgets:editor.disclosure')}</p>
          <FilterLawNotice unfilterableSources={unfilterableSources} settings={settings} />
          <SelectField
            form={form}
            field="minimumRating"
            label={t('widgets:editor.minimumRating')}
            description={leavesOut(settings.minimumRating > 1)}
            options={ratings}
          />
          <SwitchField
            form={form}
            field="withTextOnly"
            label={t('widgets:editor.withTextOnly')}
            description={leavesOut(settings.withTextOnly)}
          />
          <WordsField
            form={form}
            field="includeWords"
            label={t('widgets:editor.includeWords')}
            description={leavesOut(settings.includeWords.length > 0) ?? t('widgets:editor.wordsHint')}
          />
          <WordsField
            form={form}
            field="excludeWords"
            label={t('widgets:editor.excludeWords')}
            description={leavesOut(settings.excludeWords.length > 0) ?? t('widgets:editor.wordsHint')}
          />
          <TagsField
            form={form}
            field="tagIds"
            label={t('widgets:editor.tags')}
            description={leavesOut(settings.tagIds.length > 0)}
          />
          <TagsField
            form={form}
            field="excludeTagIds"
            label={t('widgets:editor.excludeTags')}
            description={leavesOut(settings.excludeTagIds.length > 0)}
          />
          <ReviewLanguagesField
            form={form}
            label={t('widgets:editor.reviewLanguages')}
            description={t('widgets:editor.reviewLanguagesHint')}
          />
        </SettingsSubgroup>
      ) : null}
      <SelectField
        form={form}
        field="order"
        label={t('widgets:editor.order')}
        description={settings.order === 'pinned' ? t('widgets:editor.pinnedHint') : undefined}
        options={orders}
      />
      <NumberField
        form={form}
        field="limit"
        label={t('widgets:editor.limit')}
        description={settings.pickedIds.length > 0 ? t('widgets:editor.limitBesidePicks') : undefined}
        min={1}
        max={300}
      />
      <SelectField
        form={form}
        field="translation"
        label={t('widgets:editor.translation')}
        options={[
          ['original', t('widgets:editor.translationOriginal')],
          ['translated', t('widgets:editor.translationTranslated')],
        ]}
      />
      <SelectField
        form={form}
        field="language"
        label={t('widgets:editor.language')}
        description={t('widgets:editor.languageHint')}
        options={languages.map((language) => [language, languageFacts[language].name] as const)}
      />
      <SwitchField
        form={form}
        field="followsPageLanguage"
        label={t('widgets:editor.followsPageLanguage')}
        description={t('widgets:editor.followsPageLanguageHint')}
      />
    </SettingsGroup>
  );
}

/** Sources and locations, each shown when there is more than one. */
function SourceAndLocationFields({ form }: { form: SettingsForm }) {
  const { t } = useText();
  const { settings } = form;
  const sourcesError = useFieldError(form, 'sources');
  const locationsError = useFieldError(form, 'locationIds');
  const limited = useIsLimited();
  const dashboard = useQuery(query.analytics.dashboard.queryOptions({ input: {} }));
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const held = dashboard.data?.sources.map((entry) => entry.source) ?? [];
  const offered = sources.filter((source) => held.includes(source) || settings.sources.includes(source));
  const locations = businesses.data?.businesses.flatMap((business) => business.locations) ?? [];
  return (
    <>
      {offered.length > 1 ? (
        <CheckboxList
          label={t('widgets:editor.sources')}
          description={t('widgets:editor.emptyMeansAll')}
          error={sourcesError}
          options={offered.map((source) => [source, t(`common:source.${source}`)] as const)}
          chosen={settings.sources}
          onChange={(chosen) =>
            form.set(
              'sources',
              sources.filter((source) => chosen.includes(source)),
            )
          }
        />
      ) : null}
      {locations.length > 1 ? (
        <CheckboxList
          label={t('widgets:editor.locations')}
          // Without a location the embed would show all of the account.
          keepsOne={limited}
          description={t(limited ? 'widgets:editor.keepOneLocation' : 'widgets:editor.emptyMeansAll')}
          error={locationsError}
          options={locations.map(({ id, name }) => [id, name] as const)}
          chosen={settings.locationIds}
          onChange={(chosen) => form.set('locationIds', chosen)}
        />
      ) : null}
    </>
  );
}

interface CheckboxListProps {
  label: string;
  description: string;
  error: string | null;
  /** The last chosen option cannot be taken away. */
  keepsOne?: boolean;
  options: readonly (readonly [value: string, label: string])[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function CheckboxList({
  label,
  description,
  error,
  keepsOne = false,
  options,
  chosen,
  onChange,
}: CheckboxListProps) {
  return (
    <Checkbox.Group
      label={label}
      description={description}
      error={error}
      value={[...chosen]}
      onChange={onChange}
    >
      <div className={css.checks}>
        {options.map(([value, name]) => (
          <Checkbox
            key={value}
            value={value}
            label={name}
            disabled={keepsOne && chosen.length === 1 && chosen.includes(value)}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
