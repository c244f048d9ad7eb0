import { helpLimits, replyHours } from '@kindling/contract/help-limits';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../lib/api/problem.ts';
import { useAuth, useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './help-panel.module.css';
import { useSendMessage } from './use-send-message.ts';

/** The contact form, which sends an e-mail to support. The text stays until the server accepted it. */
export function HelpForm() {
  const { t } = useText();
  const { brand } = useConfig();
  const { user, additionalUserDetails } = useAuth();
  const knownEmail = additionalUserDetails?.email ?? user?.email ?? null;
  const [fields, setFields] = useState({ message: '', name: '', email: '', trap: '' });
  const [missing, setMissing] = useState({ message: false, email: false });
  const { send, state, again } = useSendMessage();
  const change = (name: keyof typeof fields) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setFields((before) => ({ ...before, [name]: value }));
    setMissing((before) => ({ ...before, [name]: false }));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const lacks = {
      message: fields.message.trim() === '',
      email: knownEmail === null && !/^[^\s@]+@[^\s@]+$/.test(fields.email.trim()),
    };
    setMissing(lacks);
    if (lacks.message) return form.querySelector('textarea')?.focus();
    if (lacks.email) return form.querySelector<HTMLElement>('[type="email"]')?.focus();
    send(fields, knownEmail !== null).then(
      () => setFields((before) => ({ ...before, message: '' })),
      () => undefined,
    );
  };
  if (state.kind === 'sent') return <MessageSent reference={state.reference} onAgain={again} />;
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Textarea
        label={t('help:message')}
        value={fields.message}
        onChange={change('message')}
        maxLength={helpLimits.message}
        minRows={5}
        rows={5}
        required
        withAsterisk={false}
        error={missing.message ? t('help:needMessage') : undefined}
      />
      {knownEmail === null ? (
        <>
          <TextInput
            label={t('help:name')}
            autoComplete="name"
            maxLength={helpLimits.name}
            value={fields.name}
            onChange={change('name')}
          />
          <TextInput
            label={t('help:email')}
            type="email"
            autoComplete="email"
            value={fields.email}
            onChange={change('email')}
            required
            withAsterisk={false}
            error={missing.email ? t('help:needEmail') : undefined}
          />
          <div className={css.trap} aria-hidden>
            <input
              name={helpLimits.honeypot}
              tabIndex={-1}
              autoComplete="off"
              value={fields.trap}
              onChange={change('trap')}
            />
          </div>
        </>
      ) : (
        <p className={css.answer}>{t('help:answerTo', { email: knownEmail })}</p>
      )}
      {state.kind === 'failed' ? <SendFailed error={state.error} email={brand.supportEmail} /> : null}
      <Button type="submit" loading={state.kind === 'sending'}>
        {t('help:send')}
      </Button>
    </form>
  );
}

function SendFailed({ error, email }: { error: ApiError; email: string }) {
  const { t } = useText();
  return (
    <Notice tone="bad" title={t('help:failedTitle')} alert>
      <p className={css.line}>
        <ErrorText error={error} />
      </p>
      <p className={css.line}>{t('help:instead', { email })}</p>
    </Notice>
  );
}

function MessageSent({ reference, onAgain }: { reference: string; onAgain: () => void }) {
  const { t } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.sent}>
      <IconCircleCheck size={36} stroke={1.75} aria-hidden />
      <h3 ref={heading} tabIndex={-1} className={css.sentTitle}>
        {t('help:sentTitle')}
      </h3>
      <p className={css.line}>{t('help:sentText', { hours: replyHours })}</p>
      <p className={css.reference}>{t('help:reference', { reference })}</p>
      <Button variant="default" onClick={onAgain}>
        {t('help:another')}
      </Button>
    </div>
  );
}
