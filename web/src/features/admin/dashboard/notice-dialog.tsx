import { type Language, languages } from '@kindling/contract/constants';
import {
  type Maintenance,
  noticeTextMaxLength,
  noticeTones,
  type StoredNotice,
} from '@kindling/contract/maintenance';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Button, Group, Modal, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { parseOption } from '../../../lib/parse-option.ts';
import { markFirstField } from '../../../ui/first-field.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import css from './maintenance-panel.module.css';
import { faultsOf, inputOf, type NoticeValues, valuesOf } from './notice-values.ts';

// locale-keys: admin-dashboard.fault.*
// locale-keys: admin-dashboard.field.*
// locale-keys: admin-dashboard.tone.*
// locale-keys: admin-dashboard.toneHint.*

interface NoticeDialogProps {
  /** Null for a new one. */
  notice: StoredNotice | null;
  onClose: () => void;
  onChanged: (next: Maintenance, message: string) => void;
  /** Somebody else changed it. */
  onConflict: () => void;
}

/** Writes a notice. What was typed stays when the server refuses it. */
export function NoticeDialog({ notice, onClose, onChanged, onConflict }: NoticeDialogProps) {
  const { t } = useText();
  const [values, setValues] = useState(() => valuesOf(notice, new Date()));
  const [tried, setTried] = useState(false);
  const faults = tried ? faultsOf(values, new Date()) : {};
  const save = useMutation({
    mutationFn: () => {
      const input = inputOf(values);
      return notice === null
        ? client.maintenance.createNotice(input)
        : client.maintenance.changeNotice({ id: notice.id, version: notice.version, notice: input });
    },
    onSuccess: (next) => {
      onChanged(next, t('admin-dashboard:notices.saved'));
      onClose();
    },
    onError: (error) => {
      if (toApiError(error).code === 'conflict') onConflict();
    },
  });
  const set = (change: Partial<NoticeValues>) => setValues((before) => ({ ...before, ...change }));
  const faultText = (fault: (typeof faults)[keyof typeof faults]) =>
    fault === undefined
      ? undefined
      : t(`admin-dashboard:fault.${fault}`, {
          max: noticeTextMaxLength,
          language: languageFacts[values.fallback].name,
        });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(notice === null ? 'admin-dashboard:notices.newTitle' : 'admin-dashboard:notices.editTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        ref={markFirstField}
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (Object.keys(faultsOf(values, new Date())).length === 0) save.mutate();
        }}
      >
        <NoticeTexts values={values} set={set} error={faultText(faults.text)} />
        <div className={css.times}>
          {(['shownFrom', 'workFrom', 'shownUntil'] as const).map((name) => (
            <TextInput
              key={name}
              type="datetime-local"
              label={t(`admin-dashboard:field.${name}`)}
              description={name === 'workFrom' ? t('admin-dashboard:field.workFromHint') : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={values[name]}
              error={faultText(faults[name])}
              onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
            />
          ))}
        </div>
        <p className={css.hint}>
          {t('admin-dashboard:field.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
        </p>
        <Radio.Group
          label={t('admin-dashboard:field.tone')}
          value={values.tone}
          onChange={(value) => set({ tone: parseOption(value, noticeTones) })}
        >
          <div className={css.tones}>
            {noticeTones.map((tone) => (
              <Radio
                key={tone}
                value={tone}
                label={t(`admin-dashboard:tone.${tone}`)}
                description={t(`admin-dashboard:toneHint.${tone}`)}
              />
            ))}
          </div>
        </Radio.Group>
        {save.error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={save.error} />
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common:save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

interface NoticeTextsProps {
  values: NoticeValues;
  set: (change: Partial<NoticeValues>) => void;
  error: string | undefined;
}

/** One text at a time, and which of them stands in for languages without one. */
function NoticeTexts({ values, set, error }: NoticeTextsProps) {
  const { t } = useText();
  const [shown, setShown] = useState<Language>(values.fallback);
  const nameOf = (one: Language) =>
    values.texts[one].trim() === ''
      ? t('admin-dashboard:field.withoutText', { language: languageFacts[one].name })
      : languageFacts[one].name;
  const choose = (value: string, then: (one: Language) => void) => {
    const found = languages.find((one) => one === value);
    if (found !== undefined) then(found);
  };
  return (
    <>
      <div className={css.pair}>
        <NativeSelect
          label={t('admin-dashboard:field.language')}
          value={shown}
          onChange={({ currentTarget }) => choose(currentTarget.value, setShown)}
          data={languages.map((one) => ({ value: one, label: nameOf(one) }))}
        />
        <NativeSelect
          label={t('admin-dashboard:field.fallback')}
          value={values.fallback}
          onChange={({ currentTarget }) => choose(currentTarget.value, (fallback) => set({ fallback }))}
          data={languages.map((one) => ({ value: one, label: languageFacts[one].name }))}
        />
      </div>
      <Textarea
        label={t('admin-dashboard:field.text', { language: languageFacts[shown].name })}
        description={t('admin-dashboard:field.textHint', { max: noticeTextMaxLength })}
        lang={languageFacts[shown].tag}
        dir="auto"
        rows={3}
        maxLength={noticeTextMaxLength}
        value={values.texts[shown]}
        error={error}
        onChange={({ currentTarget }) => set({ texts: { ...values.texts, [shown]: currentTarget.value } })}
      />
    </>
  );
}
