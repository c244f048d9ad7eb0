import type { Allowance } from '@kindling/contract/review-requests';
import { languageFacts } from '@kindling/locales/languages.ts';
import type { ReactNode } from 'react';
import { formatCalendarDay, formatHour } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import type { CampaignPlace, FilledDraft } from './filled-draft.ts';
import css from './last-look.module.css';
import { planSending } from './plan-sending.ts';
import type { CampaignStep } from './steps.tsx';

export interface LastLookProps {
  draft: FilledDraft;
  place: CampaignPlace;
  people: number;
  allowance: Allowance;
  /** Mails of other campaigns that wait. */
  waiting: number;
  onStep: (step: CampaignStep) => void;
  /** `YYYY-MM-DD` in the zone of the location. */
  today: string;
}

/** The whole invitation in a few lines; each leads back to where it is changed. */
export function LastLook(props: LastLookProps) {
  const { draft, place, people, onStep } = props;
  const { t } = useText();
  const page = place.pipeline.name;
  const change = (step: CampaignStep) => () => onStep(step);
  return (
    <dl className={css.look}>
      <Line name={t('invitations:send.people')} onChange={change('people')}>
        {t('invitations:people.count', { count: people })}
      </Line>
      <Line name={t('invitations:send.page')} onChange={change('people')}>
        {place.location === null
          ? t('invitations:send.pageAsk', { page })
          : place.locations.length > 1
            ? `${page} · ${place.location.name}`
            : page}
      </Line>
      <Line name={t('invitations:send.source')} onChange={change('source')}>
        {draft.basis === null
          ? ''
          : t('invitations:source.said', {
              basis: t(`invitations:source.${draft.basis}`),
              source: draft.source.trim(),
            })}
      </Line>
      <Line name={t('invitations:send.mail')} onChange={change('mail')}>
        {draft.subject.trim()} <span className={css.others}>{languageFacts[draft.language].name}</span>
      </Line>
      <Line name={t('invitations:send.reminder')} onChange={change('mail')}>
        {draft.reminds
          ? t('invitations:send.reminderAfter', { count: draft.reminderDays })
          : t('invitations:send.noReminder')}
      </Line>
      <Line name={t('invitations:send.schedule')}>
        <Schedule {...props} />
      </Line>
    </dl>
  );
}

function Line({ name, onChange, children }: { name: string; onChange?: () => void; children: ReactNode }) {
  const { t } = useText();
  return (
    <div className={css.line}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {onChange === undefined ? null : (
        <dd className={css.action}>
          <button
            type="button"
            className={css.change}
            aria-label={t('invitations:send.changeWhat', { what: name })}
            onClick={onChange}
          >
            {t('invitations:send.change')}
          </button>
        </dd>
      )}
    </div>
  );
}

/** How many go out when, and when the last one does. */
function Schedule({ draft, people, allowance, waiting, today }: LastLookProps) {
  const { t, i18n } = useText();
  const plan = planSending(people, allowance, today, draft.later ? draft.day : null);
  if (plan === null || (draft.later && draft.day === '')) return null;
  const dayText = (day: string, style: 'short' | 'long' = 'short') =>
    formatCalendarDay(day, i18n.language, style);
  const { first } = plan;
  const at = draft.later
    ? `${dayText(first.day)}, ${formatHour(draft.hour, i18n.language)}`
    : dayText(first.day);
  const isToday = first.day === today && !draft.later;
  const start =
    plan.perDay === 0
      ? isToday
        ? t('invitations:send.allToday')
        : t('invitations:send.all', { day: at })
      : isToday
        ? t('invitations:send.today', { count: first.count })
        : t('invitations:send.onDay', { count: first.count, day: at });
  return (
    <span className={css.schedule}>
      <span>
        {start}
        {plan.perDay === 0 ? '' : `, ${t('invitations:send.perDay', { count: plan.perDay })}`}
      </span>
      {plan.perDay === 0 ? null : (
        <span>{t('invitations:send.last', { day: dayText(plan.last, 'long') })}</span>
      )}
      {waiting === 0 ? null : (
        <span className={css.others}>{t('invitations:send.others', { count: waiting })}</span>
      )}
    </span>
  );
}
