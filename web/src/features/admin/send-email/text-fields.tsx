import { asLanguage, type Language, languages } from '@kindling/contract/constants';
import { type MailingPlaceholder, mailingPlaceholders } from '@kindling/contract/mailing-placeholders';
import { type MailingText, mailingLimits } from '@kindling/contract/mailings';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Button, Tabs, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { type FieldsProps, LanguageSelect } from './audience-fields.tsx';
import { isEmpty, missingFields } from './draft-values.ts';
import css from './send-email.module.css';

// locale-keys: admin-send-email.placeholder.*

interface TextFieldsProps extends FieldsProps {
  shown: Language;
  onShow: (language: Language) => void;
  /** Whether somebody wanted to go on: what is missing is then marked. */
  tried: boolean;
}

/** Subject and text, language by language. */
export function TextFields({ values, set, shown, onShow, tried }: TextFieldsProps) {
  const { t } = useText();
  const text = values.texts[shown];
  // A language without any text is left out, but for the one that stands in.
  const isNeeded = shown === values.fallback || !isEmpty(text);
  const missing = tried && isNeeded ? missingFields(text) : [];
  const change = (next: Partial<MailingText>) =>
    set({ texts: { ...values.texts, [shown]: { ...text, ...next } } });
  return (
    <Panel title={t('admin-send-email:text')}>
      <div className={css.fields}>
        <Tabs value={shown} onChange={(next) => onShow(asLanguage(next ?? ''))}>
          <Tabs.List className={css.languages ?? ''} aria-label={t('admin-send-email:field.languages')}>
            {languages.map((one) => (
              <Tabs.Tab key={one} value={one} data-filled={!isEmpty(values.texts[one]) || undefined}>
                {isEmpty(values.texts[one])
                  ? t('admin-send-email:withoutText', { language: languageFacts[one].name })
                  : languageFacts[one].name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={shown} className={css.languagePanel ?? ''}>
            <TextInput
              label={t('admin-send-email:field.subject')}
              lang={languageFacts[shown].tag}
              dir="auto"
              maxLength={mailingLimits.subject}
              autoComplete="off"
              value={text.subject}
              error={missing.includes('subject') ? t('admin-send-email:missing.subject') : undefined}
              onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
            />
            <BodyField
              shown={shown}
              body={text.body}
              error={missing.includes('body') ? t('admin-send-email:missing.body') : undefined}
              onChange={(body) => change({ body })}
            />
          </Tabs.Panel>
        </Tabs>
        <LanguageSelect
          label={t('admin-send-email:field.fallback')}
          description={t('admin-send-email:field.fallbackHint')}
          value={values.fallback}
          onChange={(fallback) => set({ fallback })}
        />
      </div>
    </Panel>
  );
}

interface BodyFieldProps {
  shown: Language;
  body: string;
  error: string | undefined;
  onChange: (body: string) => void;
}

/** The Markdown, with buttons that put placeholders where the cursor is. */
function BodyField({ shown, body, error, onChange }: BodyFieldProps) {
  const { t } = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (name: MailingPlaceholder) => {
    const area = field.current;
    if (area === null) return;
    const standsIn = t('admin-send-email:placeholder.fallback');
    const added = `{{${name}|${standsIn}}}`;
    const at = area.selectionStart;
    onChange((body.slice(0, at) + added + body.slice(area.selectionEnd)).slice(0, mailingLimits.body));
    // What stands in is selected, because it fits hardly any sentence.
    const from = at + added.length - 2 - standsIn.length;
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(from, from + standsIn.length);
    });
  };
  return (
    <div className={css.bodyField}>
      <Textarea
        ref={field}
        label={t('admin-send-email:field.body')}
        description={t('admin-send-email:field.bodyHint')}
        lang={languageFacts[shown].tag}
        dir="auto"
        rows={16}
        maxLength={mailingLimits.body}
        classNames={{ input: css.markdown ?? '' }}
        value={body}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <fieldset className={css.placeholders}>
        <legend>{t('admin-send-email:placeholder.title')}</legend>
        {mailingPlaceholders.map((name) => (
          <Button key={name} variant="default" size="compact-xs" onClick={() => insert(name)}>
            {t(`admin-send-email:placeholder.${name}`)}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
