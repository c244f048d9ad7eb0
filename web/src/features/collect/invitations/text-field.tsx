import type { Language } from '@kindling/contract/constants';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { WordingNotes } from '../wording-notes.tsx';
import css from './new.module.css';

interface TextFieldProps {
  label: string;
  description?: ReactNode;
  language: Language;
  value: string;
  most: number;
  error?: string | null;
  /** One line, like a subject. */
  single?: boolean;
  onChange: (value: string) => void;
}

/** A text that customers read, with what it should not say pointed out while it is typed. */
export function TextField(props: TextFieldProps) {
  const { label, description, language, value, most, error = null, single = false, onChange } = props;
  const { t } = useText();
  return (
    <div className={css.text}>
      <Textarea
        label={label}
        description={description}
        lang={languageFacts[language].tag}
        dir="auto"
        autosize
        minRows={single ? 1 : 5}
        maxRows={single ? 3 : 14}
        maxLength={most}
        value={value}
        error={error}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          onChange(single ? typed.replaceAll(/\s*\n\s*/g, ' ') : typed);
        }}
      />
      {value.length > most * 0.7 ? (
        <p className={css.counter}>{t('invitations:mail.counter', { count: most - value.length })}</p>
      ) : null}
      <WordingNotes text={value} language={language} />
    </div>
  );
}
