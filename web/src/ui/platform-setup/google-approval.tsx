import { Anchor, Button, Checkbox } from '@mantine/core';
import { useId, useState } from 'react';
import { useText } from '../../lib/i18n/text.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Panel } from '../panel.tsx';
import { Tag } from '../tag.tsx';
import css from './platform-setup.module.css';
import type { PlatformSetupProps } from './props.ts';

// locale-keys: connections.approval.step.*

/**
 * Google requires this order: the request comes before enabling the APIs, since one of them is visible to approved
 * projects only.
 */
const steps = ['profile', 'website', 'project', 'request', 'answer', 'apis', 'consent', 'keys'] as const;
type Step = (typeof steps)[number];

const requestForm = 'https://support.google.com/business/contact/api_default';
const cloudConsole = 'https://console.cloud.google.com/';
const apis = [
  'My Business Account Management API',
  'My Business Business Information API',
  'Google My Business API',
];
const scope = 'https://www.googleapis.com/auth/business.manage';

/** The checked steps are stored in this browser only: they are a personal note, not account data. */
const storageKey = 'google-approval';
const storage = () => localStorage;

function readDoneSteps(): ReadonlySet<Step> {
  const words = (readStored(storage, storageKey) ?? '').split(' ');
  return new Set(steps.filter((step) => words.includes(step)));
}

/** The steps to Google's API approval, for the operator of this installation. */
export function GoogleApproval({ open, check }: PlatformSetupProps) {
  const { t } = useText();
  const [shown, setShown] = useState(open);
  const [done, setDone] = useState(readDoneSteps);
  const [wasOpen, setWasOpen] = useState(open);
  const body = useId();
  // The error that approval is missing may arrive while the page is open.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setShown(true);
  }
  const toggleStep = (step: Step, on: boolean) => {
    const next = new Set(done);
    if (on) next.add(step);
    else next.delete(step);
    setDone(next);
    writeStored(storage, storageKey, [...next].join(' '));
  };
  return (
    <Panel
      title={t('connections:approval.title')}
      aside={
        <span className={css.aside}>
          {done.size === 0 ? null : (
            <Tag tone={done.size === steps.length ? 'good' : 'calm'}>
              {t('connections:approval.progress', { done: done.size, total: steps.length })}
            </Tag>
          )}
          <Button
            size="xs"
            variant="default"
            aria-expanded={shown}
            aria-controls={body}
            onClick={() => setShown(!shown)}
          >
            {shown ? t('connections:approval.hide') : t('connections:approval.show')}
          </Button>
        </span>
      }
    >
      <p className={css.lead}>{t('connections:approval.lead')}</p>
      <div id={body} hidden={!shown}>
        <ol className={css.steps}>
          {steps.map((step) => (
            <li key={step}>
              <Checkbox
                label={t(`connections:approval.step.${step}.title`)}
                checked={done.has(step)}
                onChange={(event) => toggleStep(step, event.currentTarget.checked)}
              />
              <div className={css.stepText}>
                <p>{t(`connections:approval.step.${step}.text`)}</p>
                <StepDetail step={step} />
              </div>
            </li>
          ))}
        </ol>
        <p className={css.lead}>{t('connections:approval.time')}</p>
        {check}
      </div>
    </Panel>
  );
}

function StepDetail({ step }: { step: Step }) {
  const { t } = useText();
  if (step === 'project')
    return <ExternalLink href={cloudConsole}>{t('connections:approval.console')}</ExternalLink>;
  if (step === 'request')
    return <ExternalLink href={requestForm}>{t('connections:approval.form')}</ExternalLink>;
  if (step === 'apis')
    return (
      <ul className={css.names}>
        {apis.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    );
  if (step === 'consent')
    return (
      <ul className={css.names}>
        <li>
          <code>{scope}</code>
        </li>
        <li>
          <code>{`${location.origin}/oauth/callback/google`}</code>
        </li>
      </ul>
    );
  if (step === 'keys')
    return (
      <ul className={css.names}>
        <li>
          <code>GOOGLE_CLIENT_ID</code>
        </li>
        <li>
          <code>GOOGLE_CLIENT_SECRET</code>
        </li>
      </ul>
    );
  return null;
}

function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
      {children}
    </Anchor>
  );
}
