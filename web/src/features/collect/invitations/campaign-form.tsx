import type { Allowance } from '@kindling/contract/review-requests';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { formatMonth } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { hasOwnTexts } from './campaign-draft.ts';
import { type CampaignPlace, type FilledDraft, fillDraft, mailOf } from './filled-draft.ts';
import { MailOff } from './mail-off.tsx';
import { findMailProblems, MailStep } from './mail-step.tsx';
import css from './new.module.css';
import { PeopleStep } from './people-step.tsx';
import { clockIn } from './plan-sending.ts';
import { findSendProblems, SendStep } from './send-step.tsx';
import { findSourceProblems, SourceStep } from './source-step.tsx';
import { type CampaignStep, Steps } from './steps.tsx';
import type { useCampaignDraft } from './use-campaign-draft.ts';
import { type People, usePeople } from './use-people.ts';
import { useSteps } from './use-steps.ts';
import { useTextsIn } from './use-texts-in.ts';

export interface NewCampaignProps {
  allowance: Allowance;
  mailWorks: boolean;
  replyTo: string;
  /** Mails of other campaigns that wait. */
  waiting: number;
  onCreated: (id: string) => void;
  onDiscarded: () => void;
}

interface CampaignFormProps extends NewCampaignProps {
  drafted: ReturnType<typeof useCampaignDraft>;
  place: CampaignPlace;
  /** The fields for page and location. */
  placeChoice: ReactNode;
}

/** The steps with their buttons; the last one sends. */
export function CampaignForm(props: CampaignFormProps) {
  const { drafted, place, placeChoice, allowance, waiting, mailWorks, replyTo } = props;
  const { t, i18n } = useText();
  const people = usePeople(drafted.draft.id);
  const ours = useTextsIn(drafted.draft.language, place.pipeline.businessName);
  const month = formatMonth(clockIn(place.timeZone, new Date()).day.slice(0, 7), i18n.language, 'long');
  const draft = fillDraft(drafted.draft, place, ours, t('invitations:send.defaultName', { month }));
  const [confirmed, setConfirmed] = useState(false);
  const [accepted, setAccepted] = useState<string | null>(null);
  const count = people.people.length;
  const source = findSourceProblems(draft, confirmed);
  const mail = findMailProblems(draft);
  const send = findSendProblems(draft, accepted, place.timeZone, new Date());
  const ready = {
    people: count > 0,
    source: source.length === 0,
    mail: mail.length === 0,
    send: send.length === 0,
  };
  const { step, open, tried, next, back, frame } = useSteps((at) => ready[at]);
  const create = useCreate(props);
  return (
    <div ref={frame} className={css.form}>
      <Steps current={step} onStep={open} />
      {drafted.restored && count === 0 ? <Notice tone="info">{t('invitations:new.restored')}</Notice> : null}
      {step === 'people' ? (
        <PeopleStep
          people={people}
          placeChoice={placeChoice}
          problem={tried && count === 0 ? t('invitations:people.missing') : null}
        />
      ) : null}
      {step === 'source' ? (
        <SourceStep
          draft={draft}
          confirmed={confirmed}
          problems={tried ? source : []}
          onChange={drafted.change}
          onConfirm={setConfirmed}
        />
      ) : null}
      {step === 'mail' ? (
        <MailStep
          draft={draft}
          businessName={place.pipeline.businessName}
          replyTo={replyTo}
          mailWorks={mailWorks}
          problems={tried ? mail : []}
          changed={hasOwnTexts(drafted.draft)}
          onChange={drafted.change}
        />
      ) : null}
      {step === 'send' ? (
        <SendStep
          draft={draft}
          place={place}
          people={count}
          allowance={allowance}
          waiting={waiting}
          problems={tried ? send : []}
          accepted={accepted}
          onAccept={setAccepted}
          onChange={drafted.change}
          onStep={open}
        />
      ) : null}
      {create.error === null || step !== 'send' ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={create.error} /> {t('invitations:send.kept')}
        </Notice>
      )}
      {mailWorks || step !== 'send' ? null : <MailOff />}
      <StepButtons
        {...props}
        disabled={step === 'send' && !mailWorks}
        step={step}
        count={count}
        later={draft.later}
        busy={create.isPending}
        onBack={back}
        onNext={() => {
          const request = next() ? requestOf(draft, people) : null;
          if (request !== null) create.send(request);
        }}
      />
    </div>
  );
}

function useCreate({ drafted, onCreated }: CampaignFormProps) {
  const queries = useQueryClient();
  /** Two clicks can come before the first one is drawn. One after an error repeats the request with the same id. */
  const running = useRef(false);
  const create = useMutation({
    mutationFn: (campaign: Parameters<typeof client.reviewRequests.create>[0]) =>
      client.reviewRequests.create(campaign, { context: { timeout: 60_000 } }),
    onSuccess: ({ campaign }) => {
      queries.setQueryData(query.reviewRequests.get.queryKey({ input: { id: campaign.id } }), { campaign });
      void queries.invalidateQueries({ queryKey: query.reviewRequests.list.key() });
      drafted.discard();
      onCreated(campaign.id);
    },
    onSettled: () => {
      running.current = false;
    },
  });
  return {
    error: create.error,
    isPending: create.isPending,
    send(campaign: Parameters<typeof create.mutate>[0]) {
      if (running.current) return;
      running.current = true;
      create.mutate(campaign);
    },
  };
}

/** The draft as the server takes it; null while something is missing. */
function requestOf(draft: FilledDraft, { people }: People) {
  const mail = mailOf(draft, 'invitation');
  const reminder = draft.reminds ? mailOf(draft, 'reminder') : null;
  if (mail === null || draft.basis === null) return null;
  return {
    ...mail,
    id: draft.id,
    name: draft.name.trim(),
    reminder:
      reminder === null
        ? null
        : { days: draft.reminderDays, subject: reminder.subject, message: reminder.message },
    recipients: [...people],
    consent: { basis: draft.basis, source: draft.source.trim(), confirmed: true as const },
    when: draft.later ? { day: draft.day, hour: draft.hour } : null,
  };
}

interface StepButtonsProps extends Pick<CampaignFormProps, 'drafted' | 'onDiscarded'> {
  step: CampaignStep;
  count: number;
  later: boolean;
  busy: boolean;
  disabled: boolean;
  onBack: () => void;
  onNext: () => void;
}

function StepButtons(props: StepButtonsProps) {
  const { drafted, onDiscarded, step, count, later, busy, disabled, onBack, onNext } = props;
  const { t } = useText();
  const [discarding, setDiscarding] = useState(false);
  const last = step === 'send';
  return (
    <div className={css.foot}>
      <Button variant="subtle" size="sm" disabled={busy} onClick={() => setDiscarding(true)}>
        {t('invitations:steps.discard')}
      </Button>
      <span className={css.footEnd}>
        {step === 'people' ? null : (
          <Button variant="default" disabled={busy} onClick={onBack}>
            {t('invitations:steps.back')}
          </Button>
        )}
        <Button loading={busy} disabled={disabled} onClick={onNext}>
          {last
            ? later
              ? t('invitations:send.submitLater', { count })
              : t('invitations:send.submitNow', { count })
            : t('invitations:steps.next')}
        </Button>
      </span>
      <ConfirmDialog
        opened={discarding}
        title={t('invitations:steps.discardTitle')}
        confirm={t('invitations:steps.discard')}
        busy={false}
        error={null}
        onConfirm={() => {
          drafted.discard();
          onDiscarded();
        }}
        onClose={() => setDiscarding(false)}
      >
        {t('invitations:steps.discardText')}
      </ConfirmDialog>
    </div>
  );
}
