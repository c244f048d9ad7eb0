import { languages } from '@kindling/contract/constants';
import { requestLimits } from '@kindling/contract/review-request-limits';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Button, NativeSelect, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import type { CampaignDraft } from './campaign-draft.ts';
import type { FilledDraft } from './filled-draft.ts';
import { type MailKind, MailPreview } from './mail-preview.tsx';
import css from './new.module.css';
import { StepFrame } from './step-frame.tsx';
import { TextField } from './text-field.tsx';

// locale-keys: invitations.mail.missing.*

export const mailProblems = ['subject', 'message', 'postalAddress'] as const;
export type MailProblem = (typeof mailProblems)[number];

export function findMailProblems(draft: FilledDraft): MailProblem[] {
  const empty = (...texts: string[]) => texts.some((text) => text.trim() === '');
  const { reminds } = draft;
  return mailProblems.filter((name) =>
    name === 'postalAddress'
      ? empty(draft.postalAddress)
      : name === 'subject'
        ? empty(draft.subject, ...(reminds ? [draft.reminderSubject] : []))
        : empty(draft.message, ...(reminds ? [draft.reminderMessage] : [])),
  );
}

interface MailStepProps {
  draft: FilledDraft;
  businessName: string;
  replyTo: string;
  mailWorks: boolean;
  problems: readonly MailProblem[];
  /** Whether the owner changed one of our texts. */
  changed: boolean;
  onChange: (changed: Partial<CampaignDraft>) => void;
}

/** The words of the mail and of its reminder, beside the mail as it arrives. */
export function MailStep({ draft, problems, changed, onChange, ...preview }: MailStepProps) {
  const { t } = useText();
  const [kind, setKind] = useState<MailKind>('invitation');
  const shown = draft.reminds ? kind : 'invitation';
  const problem = (name: MailProblem, text: string) =>
    problems.includes(name) && text.trim() === '' ? t(`invitations:mail.missing.${name}`) : null;
  const { language } = draft;
  return (
    <StepFrame wide title={t('invitations:mail.title')} lead={t('invitations:mail.lead')}>
      <div className={css.mail}>
        <div className={css.fields}>
          <NativeSelect
            label={t('invitations:mail.language')}
            value={language}
            onChange={(event) =>
              onChange({ language: languages.find((one) => one === event.currentTarget.value) ?? language })
            }
            data={languages.map((one) => ({ value: one, label: languageFacts[one].name }))}
          />
          <fieldset className={css.part} onFocus={() => setKind('invitation')}>
            <legend className="k-hidden">{t('invitations:mail.invitation')}</legend>
            <TextField
              single
              label={t('invitations:mail.subject')}
              language={language}
              most={requestLimits.subjectLength}
              value={draft.subject}
              error={problem('subject', draft.subject)}
              onChange={(subject) => onChange({ subject })}
            />
            <TextField
              label={t('invitations:mail.message')}
              description={t('invitations:mail.messageHint')}
              language={language}
              most={requestLimits.messageLength}
              value={draft.message}
              error={problem('message', draft.message)}
              onChange={(message) => onChange({ message })}
            />
          </fieldset>
          <fieldset className={css.part} onFocus={() => setKind('reminder')}>
            <legend className="k-hidden">{t('invitations:mail.reminderTab')}</legend>
            <Switch
              label={t('invitations:mail.reminder')}
              description={t('invitations:mail.reminderHint')}
              checked={draft.reminds}
              onChange={(event) => onChange({ reminds: event.currentTarget.checked })}
            />
            {draft.reminds ? <ReminderFields draft={draft} problem={problem} onChange={onChange} /> : null}
          </fieldset>
          <Textarea
            label={t('invitations:mail.postalAddress')}
            description={t('invitations:mail.postalAddressHint')}
            autosize
            minRows={2}
            maxRows={5}
            maxLength={requestLimits.postalAddressLength}
            autoComplete="street-address"
            value={draft.postalAddress}
            error={problem('postalAddress', draft.postalAddress)}
            onChange={(event) => onChange({ postalAddress: event.currentTarget.value })}
          />
          {changed ? (
            <Button
              variant="subtle"
              size="xs"
              className={css.start ?? ''}
              onClick={() =>
                onChange({ subject: null, message: null, reminderSubject: null, reminderMessage: null })
              }
            >
              {t('invitations:mail.reset')}
            </Button>
          ) : null}
        </div>
        <MailPreview {...preview} draft={draft} kind={shown} onKind={setKind} />
      </div>
    </StepFrame>
  );
}

interface ReminderFieldsProps extends Pick<MailStepProps, 'draft' | 'onChange'> {
  problem: (name: MailProblem, text: string) => string | null;
}

function ReminderFields({ draft, problem, onChange }: ReminderFieldsProps) {
  const { t } = useText();
  const { reminderMinDays: least, reminderMaxDays: most } = requestLimits;
  return (
    <>
      <NativeSelect
        label={t('invitations:mail.reminderDays')}
        value={String(draft.reminderDays)}
        onChange={(event) => onChange({ reminderDays: Number(event.currentTarget.value) })}
        data={Array.from({ length: most - least + 1 }, (_, at) => ({
          value: String(least + at),
          label: t('invitations:mail.days', { count: least + at }),
        }))}
      />
      <TextField
        single
        label={t('invitations:mail.reminderSubject')}
        language={draft.language}
        most={requestLimits.subjectLength}
        value={draft.reminderSubject}
        error={problem('subject', draft.reminderSubject)}
        onChange={(reminderSubject) => onChange({ reminderSubject })}
      />
      <TextField
        label={t('invitations:mail.reminderMessage')}
        language={draft.language}
        most={requestLimits.messageLength}
        value={draft.reminderMessage}
        error={problem('message', draft.reminderMessage)}
        onChange={(reminderMessage) => onChange({ reminderMessage })}
      />
    </>
  );
}
