import { helpLimits, replyHours } from '@kindling/contract/help-limits';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ApiError } from '../../lib/api/problem.ts';
import { useAuth, useConfig } from '../../lib/auth/session.tsx';
import { useIsAdmin } from '../../lib/auth/use-is-admin.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './help-panel.module.css';
import { type HelpFields, useSendMessage } from './use-send-message.ts';

/** The contact form, which sends an e-mail to support. The text stays until the server accepted it. */
export function HelpForm() {
  const { t } = useText();
  const { brand } = useConfig();
  const { user, additionalUserDetails } = useAuth();
  const isAdmin = useIsAdmin();
  const ownEmail = additionalUserDetails?.email ?? user?.email ?? null;
  // The server takes messages of members; who belongs to no account writes like a visitor.
  const isMember = additionalUserDetails?.account !== null && !isAdmin;
  const knownEmail = isMember ? ownEmail : null;
  const { send, state, startNewMessage } = useSendMessage();
  const form = useForm<HelpFields>({
    initialValues: { message: '', name: '', email: ownEmail ?? '', honeypot: '' },
    validate: {
      message: (typed) => (typed.trim() === '' ? t('help:needMessage') : null),
      email: (typed) =>
        knownEmail === null && !/^[^\s@]+@[^\s@]+$/.test(typed.trim()) ? t('help:needEmail') : null,
    },
  });
  const submit = form.onSubmit((values) => {
    send(values, knownEmail !== null).then(
      () => form.setFieldValue('message', ''),
      () => undefined,
    );
  }, focusFirstError);
  if (state.kind === 'sent') return <MessageSent reference={state.reference} onAgain={startNewMessage} />;
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Textarea
        label={t('help:message')}
        maxLength={helpLimits.message}
        minRows={5}
        rows={5}
        required
        withAsterisk={false}
        {...form.getInputProps('message')}
      />
      {knownEmail === null ? (
        <>
          <TextInput
            label={t('help:name')}
            autoComplete="name"
            maxLength={helpLimits.name}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('help:email')}
            type="email"
            autoComplete="email"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <div className={css.trap} aria-hidden>
            <input
              name={helpLimits.honeypot}
              tabIndex={-1}
              autoComplete="off"
              {...form.getInputProps('honeypot', { withError: false })}
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
