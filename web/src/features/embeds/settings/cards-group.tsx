import { useText } from '../../../lib/i18n/text.ts';
import { Choice, Range, Toggle } from './fields.tsx';
import type { SettingsForm } from './form.ts';
import { Group } from './group.tsx';
import type { Field } from './settings-of-layout.ts';

const fields: readonly Field[] = ['author', 'photo', 'date', 'clampLines', 'showReplies'];

/** What is drawn of each review. */
export function CardsGroup({ form }: { form: SettingsForm }) {
  const { t } = useText();
  if (!fields.some(form.uses)) return null;
  const { author, date } = form.settings;
  const authors = [
    ['full', t('widgets:editor.authorFull')],
    ['short', t('widgets:editor.authorShort')],
    ['hidden', t('widgets:editor.authorHidden')],
  ] as const;
  const dates = [
    ['absolute', t('widgets:editor.dateAbsolute')],
    ['relative', t('widgets:editor.dateRelative')],
    ['none', t('widgets:editor.dateNone')],
  ] as const;
  const summary = [
    `${t('widgets:editor.author')}: ${authors.find(([value]) => value === author)?.[1]}`,
    `${t('widgets:editor.date')}: ${dates.find(([value]) => value === date)?.[1]}`,
  ];
  return (
    <Group
      title={t('widgets:editor.cards')}
      summary={summary.join(' · ')}
      faulty={fields.some((field) => form.refused.has(field))}
    >
      <Choice form={form} field="author" label={t('widgets:editor.author')} options={authors} />
      <Choice
        form={form}
        field="photo"
        label={t('widgets:editor.photo')}
        options={[
          ['initials', t('widgets:editor.photoInitials')],
          ['photo', t('widgets:editor.photoPhoto')],
          ['none', t('widgets:editor.photoNone')],
        ]}
      />
      <Choice form={form} field="date" label={t('widgets:editor.date')} options={dates} />
      <Range
        form={form}
        field="clampLines"
        label={t('widgets:editor.clampLines')}
        min={0}
        max={20}
        zero={t('widgets:editor.allLines')}
      />
      <Toggle form={form} field="showReplies" label={t('widgets:editor.showReplies')} />
    </Group>
  );
}
