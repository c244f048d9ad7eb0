import type { Mailing, RecipientsPreview } from '@kindling/contract/mailings';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { needsNewSignIn, SignInAgainNotice } from '../../../ui/sign-in-again-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import { TimeZoneSelect } from '../../../ui/time-zone-select.tsx';
import { toast } from '../../../ui/toast.ts';
import { KeyValues } from '../ui/key-values.tsx';
import css from './send-email.module.css';
import { useMailingChange, useRecipients } from './use-mailings.ts';

interface SendDialogProps {
  /** As it is stored. */
  mailing: Mailing;
  onClose: () => void;
}

/** Shows who will get the mailing, and sends it once their number is typed. */
export function SendDialog({ mailing, onClose }: SendDialogProps) {
  const { t } = useText();
  const found = useRecipients(mailing.id);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('admin-send-email:send.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {found.data === undefined ? (
        found.error === null ? (
          <Skeleton shape="form" height={320} />
        ) : (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        )
      ) : (
        <SendForm mailing={mailing} recipients={found.data} onClose={onClose} />
      )}
    </Modal>
  );
}

function SendForm({ mailing, recipients, onClose }: SendDialogProps & { recipients: RecipientsPreview }) {
  const { t, i18n } = useText();
  const [isLater, setLater] = useState(false);
  const [at, setAt] = useState('');
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [typed, setTyped] = useState('');
  const { count, limit } = recipients;
  const change = useMailingChange(
    () =>
      client.mailings.confirm({
        id: mailing.id,
        version: mailing.version,
        recipients: count,
        start: isLater ? { at, timeZone } : null,
      }),
    () => {
      toast({
        tone: 'good',
        message: t(isLater ? 'admin-send-email:send.scheduled' : 'admin-send-email:send.started'),
      });
      onClose();
    },
  );
  const isPossible = count > 0 && count <= limit;
  // Digits alone count, so that "1,200" is as good as "1200".
  const isConfirmed = typed.replaceAll(/\D/gu, '') === String(count);
  const mustSignIn = needsNewSignIn(change.error);
  const isReady = isPossible && isConfirmed && (!isLater || at !== '') && !mustSignIn;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) change.send();
  };
  return (
    <form noValidate className={css.fields} onSubmit={submit}>
      <Recipients recipients={recipients} perMinute={mailing.perMinute} />
      {isPossible ? (
        <>
          <Radio.Group
            label={t('admin-send-email:send.when')}
            value={isLater ? 'later' : 'now'}
            onChange={(value) => setLater(value === 'later')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="now" label={t('admin-send-email:send.now')} />
              <Radio value="later" label={t('admin-send-email:send.later')} />
            </Stack>
          </Radio.Group>
          {isLater ? (
            <div className={css.pair}>
              <TextInput
                type="datetime-local"
                label={t('admin-send-email:send.at')}
                value={at}
                onChange={({ currentTarget }) => setAt(currentTarget.value.slice(0, 16))}
              />
              <TimeZoneSelect
                label={t('admin-send-email:send.timeZone')}
                nothingFoundMessage={t('admin-send-email:send.noZone')}
                allowDeselect={false}
                value={timeZone}
                onChange={(zone) => setTimeZone(zone ?? timeZone)}
              />
            </div>
          ) : null}
          <TextInput
            label={t('admin-send-email:send.type', { number: formatNumber(count, i18n.language) })}
            description={t('admin-send-email:send.typeHint')}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </>
      ) : null}
      {mustSignIn ? (
        <SignInAgainNotice onProved={() => change.send()}>{t('auth.prove')}</SignInAgainNotice>
      ) : null}
      {change.error === null || mustSignIn ? null : (
        <Notice tone="bad" alert>
          {toApiError(change.error).code === 'conflict' ? (
            t('admin-send-email:send.conflict')
          ) : (
            <ErrorText error={change.error} />
          )}
        </Notice>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={change.isPending}>
          {t('common:cancel')}
        </Button>
        <Button
          type="submit"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={change.isPending}
          disabled={!isReady}
        >
          {isLater
            ? t('admin-send-email:send.schedule')
            : t('admin-send-email:send.confirm', { count, value: formatNumber(count, i18n.language) })}
        </Button>
      </Group>
    </form>
  );
}

/** How many, in which language, who is left out, and the first ones. */
function Recipients({ recipients, perMinute }: { recipients: RecipientsPreview; perMinute: number }) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  const { count, unwanted, suppressed, byLanguage, sample, limit } = recipients;
  const minutes = Math.ceil(count / perMinute);
  return (
    <>
      <p className={css.figure}>
        <strong>{number(count)}</strong> {t('admin-send-email:send.people', { count })}
      </p>
      <KeyValues
        rows={[
          [
            t('admin-send-email:send.languages'),
            byLanguage.length === 0
              ? null
              : byLanguage
                  .map((one) => `${languageFacts[one.language].name} ${number(one.count)}`)
                  .join(', '),
          ],
          [t('admin-send-email:send.unwanted'), unwanted === 0 ? null : number(unwanted)],
          [t('admin-send-email:send.suppressed'), suppressed === 0 ? null : number(suppressed)],
          [
            t('admin-send-email:send.duration'),
            count === 0
              ? null
              : t('admin-send-email:send.minutes', { count: minutes, value: number(minutes) }),
          ],
        ]}
      />
      {sample.length === 0 ? null : (
        <div>
          <h3 className={css.subheading}>{t('admin-send-email:send.sample')}</h3>
          <ul className={css.sample}>
            {sample.map((person) => (
              <li key={person.userId}>
                <span dir="auto">{person.displayName === '' ? person.email : person.displayName}</span>
                <span className={css.muted} dir="auto">
                  {person.displayName === '' ? null : `${person.email} · `}
                  {person.accountName === null ? null : `${person.accountName} · `}
                  {languageFacts[person.language].name}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {count === 0 ? <Notice tone="warn">{t('admin-send-email:send.nobody')}</Notice> : null}
      {count > limit ? (
        <Notice tone="bad">{t('admin-send-email:send.overLimit', { limit: number(limit) })}</Notice>
      ) : null}
    </>
  );
}
