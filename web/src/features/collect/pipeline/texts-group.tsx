import { type Language, languages } from '@kindling/contract/constants';
import { maxConsentLength, type PageTexts, pageTexts } from '@kindling/contract/pipeline-settings';
import { languageFacts } from '@kindling/locales/languages.ts';
import { NativeSelect, Textarea } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import { WordingNotes } from '../wording-notes.tsx';
import css from './editor.module.css';
import type { GroupProps } from './group-props.ts';
import type { PreviewStep } from './phone-preview.tsx';
import { useOurTexts } from './use-our-texts.ts';

// locale-keys: pipeline.texts.field.*

type TextName = keyof PageTexts;

/** The texts with the step that shows each. */
const fields: readonly { name: TextName; step: PreviewStep }[] = [
  { name: 'question', step: 'rate' },
  { name: 'introduction', step: 'rate' },
  { name: 'linksTitle', step: 'answer' },
  { name: 'reviewTitle', step: 'answer' },
  { name: 'messageTitle', step: 'answer' },
  { name: 'consent', step: 'answer' },
  { name: 'thanksTitle', step: 'thanks' },
  { name: 'thanks', step: 'thanks' },
];

const limitOf = (name: TextName) => (name === 'consent' ? maxConsentLength : pageTexts[name]);

interface TextsGroupProps extends GroupProps {
  businessName: string;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** The owner's own texts per language; an empty field shows ours. */
export function TextsGroup(props: TextsGroupProps) {
  const { settings, onChange, onShow, businessName, language, onLanguage } = props;
  const { t } = useText();
  const ours = useOurTexts(language, businessName);
  const own = settings.texts[language] ?? {};
  const written = Object.keys(settings.texts).length;
  const change = (name: TextName, typed: string) => {
    const { [name]: _, ...others } = own;
    const next = typed === '' ? others : { ...others, [name]: typed };
    const { [language]: __, ...texts } = settings.texts;
    onChange(`texts.${language}.${name}`, {
      ...settings,
      texts: Object.keys(next).length === 0 ? texts : { ...texts, [language]: next },
    });
  };
  return (
    <SettingsGroup
      title={t('pipeline:texts.title')}
      summary={written === 0 ? t('pipeline:texts.ours') : t('pipeline:texts.own', { count: written })}
      hasErrors={false}
    >
      <NativeSelect
        label={t('pipeline:texts.language')}
        description={t('pipeline:texts.languageHint')}
        value={language}
        onChange={(event) =>
          onLanguage(languages.find((one) => one === event.currentTarget.value) ?? language)
        }
        data={languages.map((one) => ({ value: one, label: languageFacts[one].name }))}
      />
      {fields.map(({ name, step }) => {
        const value = own[name] ?? '';
        const most = limitOf(name);
        return (
          <div key={name} className={css.text}>
            <Textarea
              label={t(`pipeline:texts.field.${name}`)}
              lang={languageFacts[language].tag}
              placeholder={ours(name)}
              autosize
              minRows={1}
              maxRows={6}
              maxLength={most}
              value={value}
              onFocus={() => onShow({ step })}
              onChange={(event) => change(name, event.currentTarget.value)}
            />
            {value.length > most * 0.6 ? (
              <p className={css.counter}>{t('pipeline:texts.counter', { count: most - value.length })}</p>
            ) : null}
            <WordingNotes text={value} language={language} />
          </div>
        );
      })}
    </SettingsGroup>
  );
}
