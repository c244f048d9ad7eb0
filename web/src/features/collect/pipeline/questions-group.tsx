import type { Language } from '@kindling/contract/constants';
import { maxQuestions, type PipelineQuestion } from '@kindling/contract/pipeline-settings';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import { WordingNotes } from '../wording-notes.tsx';
import css from './editor.module.css';
import type { GroupProps } from './group-props.ts';

/** A short random name; answers are stored by it, so a changed text keeps its answers. */
function newQuestionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}

/** The owner's own questions beside the review; only the owner reads the answers. */
export function QuestionsGroup({
  settings,
  onChange,
  onShow,
  language,
}: GroupProps & { language: Language }) {
  const { t } = useText();
  const { questions } = settings;
  const store = (field: string, next: PipelineQuestion[]) =>
    onChange(field, { ...settings, questions: next });
  return (
    <SettingsGroup
      title={t('pipeline:questions.title')}
      summary={
        questions.length === 0
          ? t('pipeline:questions.none')
          : t('pipeline:questions.count', { count: questions.length })
      }
      hasErrors={false}
    >
      <p className={css.hint}>{t('pipeline:questions.hint')}</p>
      {questions.map(({ id, text }, index) => (
        <div key={id} className={css.text}>
          <div className={css.question}>
            <TextInput
              className={css.questionField}
              label={t('pipeline:questions.label', { number: index + 1 })}
              maxLength={120}
              value={text}
              error={text.trim() === '' ? t('pipeline:questions.missing') : null}
              onFocus={() => onShow({ step: 'answer' })}
              onChange={(event) =>
                store(
                  `question.${id}`,
                  questions.map((one) => (one.id === id ? { id, text: event.currentTarget.value } : one)),
                )
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('pipeline:questions.remove', { number: index + 1 })}
              onClick={() =>
                store(
                  'questions',
                  questions.filter((one) => one.id !== id),
                )
              }
            >
              <IconTrash size={17} />
            </ActionIcon>
          </div>
          <WordingNotes text={text} language={language} />
        </div>
      ))}
      {questions.length >= maxQuestions ? null : (
        <Button
          size="xs"
          variant="default"
          className={css.start ?? ''}
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() =>
            store('questions', [...questions, { id: newQuestionId(), text: t('pipeline:questions.example') }])
          }
        >
          {t('pipeline:questions.add')}
        </Button>
      )}
    </SettingsGroup>
  );
}
