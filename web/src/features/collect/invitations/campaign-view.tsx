import { requestLimits } from '@kindling/contract/review-request-limits';
import type { Campaign } from '@kindling/contract/review-requests';
import { languageFacts } from '@kindling/locales/languages.ts';
import { formatDay, formatNumber, formatPercent } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StepBars } from '../results/step-bars.tsx';
import css from './campaign.module.css';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignPeople } from './campaign-people.tsx';
import { CampaignTag, NextText } from './campaign-state.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { useCampaign } from './use-campaigns.ts';

// locale-keys: invitations.campaign.step.*
// locale-keys: invitations.campaign.trouble.*

const steps = ['sent', 'visits', 'ratings', 'clicks', 'reviews', 'messages'] as const;
const troubles = ['refused', 'bounced', 'remindersRefused', 'unsubscribed', 'skipped'] as const;

interface CampaignViewProps {
  id: string;
  onRemoved: () => void;
}

/** One campaign: how far it is, what it brought, and who was written to. */
export function CampaignView({ id, onRemoved }: CampaignViewProps) {
  const { t } = useText();
  const found = useCampaign(id);
  if (found.isPending)
    return (
      <div role="status" aria-label={t('common:loading')}>
        <Skeleton shape="rows" framed height={520} />
      </div>
    );
  if (found.data === undefined)
    return (
      <Panel>
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      </Panel>
    );
  const { campaign } = found.data;
  return (
    <>
      <Head campaign={campaign} onRemoved={onRemoved} />
      <div className={css.split}>
        <Results campaign={campaign} />
        <Troubles campaign={campaign} />
      </div>
      <CampaignPeople campaign={campaign} />
      <Details campaign={campaign} />
    </>
  );
}

function Head({ campaign, onRemoved }: { campaign: Campaign; onRemoved: () => void }) {
  const { t } = useText();
  const { results, pipelineName, locationName } = campaign;
  // A page is often called like its only location.
  const names = new Set([pipelineName, locationName].filter((name) => name !== null));
  return (
    <header className={css.head}>
      <div className={css.headRow}>
        <h2 className={css.title} dir="auto">
          {campaign.name}
        </h2>
        <CampaignTag state={campaign.state} />
        <CampaignActions campaign={campaign} onRemoved={onRemoved} />
      </div>
      <p className={css.meta}>
        {[...names].map((name) => (
          <span key={name}>{name}</span>
        ))}
        <NextText campaign={campaign} />
      </p>
      <div className={css.progress}>
        <ProgressBar results={results} />
        <p className={css.meta}>
          <span>{t('invitations:list.progress', { sent: results.sent, total: results.total })}</span>
          {results.waiting === 0 ? null : (
            <span>{t('invitations:campaign.waiting', { count: results.waiting })}</span>
          )}
          {results.reminded === 0 ? null : (
            <span>{t('invitations:campaign.reminded', { count: results.reminded })}</span>
          )}
        </p>
      </div>
    </header>
  );
}

function Results({ campaign: { results } }: { campaign: Campaign }) {
  const { t, i18n } = useText();
  return (
    <Panel title={t('invitations:campaign.results')}>
      <StepBars
        steps={steps.map((step) => ({
          key: step,
          name: t(`invitations:campaign.step.${step}`),
          value: results[step],
          share:
            step === 'sent' || results.sent === 0
              ? ''
              : t('invitations:campaign.ofSent', {
                  share: formatPercent(results[step] / results.sent, i18n.language),
                }),
        }))}
      />
      <p className={css.note}>
        {t('invitations:campaign.private')} {t('invitations:campaign.visitsNote')}
      </p>
    </Panel>
  );
}

function Troubles({ campaign: { results } }: { campaign: Campaign }) {
  const { t, i18n } = useText();
  const found = troubles.filter((name) => results[name] > 0);
  if (found.length === 0) return null;
  return (
    <Panel title={t('invitations:campaign.troubles')}>
      <ul className={css.troubles}>
        {found.map((name) => (
          <li key={name} className={css.trouble}>
            <span className={css.troubleCount}>{formatNumber(results[name], i18n.language)}</span>
            <span>{t(`invitations:campaign.trouble.${name}`, { days: requestLimits.restDays })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What was sent, and why it might be. */
function Details({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useText();
  const { consent, reminder, createdBy, timeZone } = campaign;
  const day = formatDay(campaign.createdAt, i18n.language, timeZone);
  return (
    <Panel title={t('invitations:campaign.details')}>
      <div className={css.details}>
        <p className={css.meta}>
          <span>
            {createdBy === null
              ? t('invitations:campaign.createdOn', { day })
              : t('invitations:campaign.by', { name: createdBy, day })}
          </span>
          <span>
            {t('invitations:source.said', {
              basis: t(`invitations:source.${consent.basis}`),
              source: consent.source,
            })}
          </span>
          <span>{languageFacts[campaign.language].name}</span>
        </p>
        <Letter title={campaign.subject} text={campaign.message} />
        {reminder === null ? null : (
          <>
            <p className={css.meta}>{t('invitations:send.reminderAfter', { count: reminder.days })}</p>
            <Letter title={reminder.subject} text={reminder.message} />
          </>
        )}
      </div>
    </Panel>
  );
}

function Letter({ title, text }: { title: string; text: string }) {
  return (
    <blockquote className={css.letter} dir="auto">
      <strong>{title}</strong>
      <p>{text}</p>
    </blockquote>
  );
}
