import { requestLimits } from '@kindling/contract/review-request-limits';
import { findWording } from '@kindling/contract/wording';
import { Button, Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core';
import { formatHour } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { WordingNotes } from '../wording-notes.tsx';
import type { CampaignDraft } from './campaign-draft.ts';
import { type FilledDraft, mailTexts } from './filled-draft.ts';
import { LastLook, type LastLookProps } from './last-look.tsx';
import css from './new.module.css';
import { addDays, clockIn } from './plan-sending.ts';
import { StepFrame } from './step-frame.tsx';

// locale-keys: invitations.send.missing.*

export type SendProblem = 'day' | 'past' | 'name' | 'reward';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** Days ahead that the server takes. */
const farthest = 365;

/** Whether the words sound like a reward; honest words do too, such as those of a gift shop, so the owner decides. */
const soundsLikeReward = (draft: FilledDraft) =>
  findWording(mailTexts(draft), draft.language).some(({ kind }) => kind === 'reward');

/** @param accepted the texts for which the owner confirmed that they offer no reward */
export function findSendProblems(
  draft: FilledDraft,
  accepted: string | null,
  timeZone: string,
  now: Date,
): SendProblem[] {
  const found: SendProblem[] = [];
  const clock = clockIn(timeZone, now);
  if (draft.later) {
    if (draft.day < clock.day || draft.day > addDays(clock.day, farthest)) found.push('day');
    else if (draft.day === clock.day && draft.hour <= clock.hour) found.push('past');
  }
  if (draft.name.trim() === '') found.push('name');
  if (soundsLikeReward(draft) && accepted !== mailTexts(draft)) found.push('reward');
  return found;
}

interface SendStepProps extends Omit<LastLookProps, 'today'> {
  problems: readonly SendProblem[];
  accepted: string | null;
  onAccept: (texts: string | null) => void;
  onChange: (changed: Partial<CampaignDraft>) => void;
}

/** When it goes out, and everything once more. */
export function SendStep(props: SendStepProps) {
  const { draft, place, people, allowance, waiting, problems, onChange, onStep } = props;
  const { t, i18n } = useText();
  const problem = (name: SendProblem) =>
    problems.includes(name) ? t(`invitations:send.missing.${name}`) : null;
  const { day: today } = clockIn(place.timeZone, new Date());
  return (
    <StepFrame wide title={t('invitations:send.title')}>
      <div className={css.last}>
        <div className={css.fields}>
          <Radio.Group
            label={t('invitations:send.when')}
            value={draft.later ? 'later' : 'now'}
            onChange={(value) =>
              onChange({ later: value === 'later', day: draft.day === '' ? addDays(today, 1) : draft.day })
            }
          >
            <div className={css.choices}>
              <Radio
                value="now"
                label={t('invitations:send.now')}
                description={t('invitations:send.nowHint')}
                className={css.choice ?? ''}
              />
              <Radio
                value="later"
                label={t('invitations:send.later')}
                description={t('invitations:send.zone', { zone: place.timeZone.replaceAll('_', ' ') })}
                className={css.choice ?? ''}
              />
            </div>
          </Radio.Group>
          {draft.later ? (
            <div className={css.pair}>
              <TextInput
                type="date"
                label={t('invitations:send.day')}
                min={today}
                max={addDays(today, farthest)}
                value={draft.day}
                error={problem('day')}
                onChange={(event) => onChange({ day: event.currentTarget.value })}
              />
              <NativeSelect
                label={t('invitations:send.hour')}
                value={String(draft.hour)}
                error={problem('past')}
                onChange={(event) => onChange({ hour: Number(event.currentTarget.value) })}
                data={hours.map((hour) => ({ value: String(hour), label: formatHour(hour, i18n.language) }))}
              />
            </div>
          ) : null}
          <TextInput
            label={t('invitations:send.name')}
            description={t('invitations:send.nameHint')}
            maxLength={requestLimits.campaignNameLength}
            value={draft.name}
            error={problem('name')}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          <Wording {...props} error={problem('reward')} />
        </div>
        <LastLook
          draft={draft}
          place={place}
          people={people}
          allowance={allowance}
          waiting={waiting}
          today={today}
          onStep={onStep}
        />
      </div>
    </StepFrame>
  );
}

/** What the mail should not say, once more before it goes out; a reward needs a word of the owner. */
function Wording({
  draft,
  accepted,
  onAccept,
  onStep,
  error,
}: Pick<SendStepProps, 'draft' | 'accepted' | 'onAccept' | 'onStep'> & { error: string | null }) {
  const { t } = useText();
  const texts = mailTexts(draft);
  if (findWording(texts, draft.language).length === 0) return null;
  return (
    <>
      <WordingNotes text={texts} language={draft.language} />
      <Button variant="default" size="xs" className={css.start ?? ''} onClick={() => onStep('mail')}>
        {t('invitations:send.changeMail')}
      </Button>
      {soundsLikeReward(draft) ? (
        <Checkbox
          label={t('invitations:send.noReward')}
          checked={accepted === texts}
          error={error}
          onChange={(event) => onAccept(event.currentTarget.checked ? texts : null)}
        />
      ) : null}
    </>
  );
}
