import type { CampaignRow } from '@kindling/contract/review-requests';
import { useText } from '../../../lib/i18n/text.ts';
import { CampaignTag, NextText } from './campaign-state.tsx';
import css from './invitations.module.css';
import { ProgressBar } from './progress-bar.tsx';

interface CampaignListProps {
  campaigns: readonly CampaignRow[];
  onOpen: (id: string) => void;
}

/** Campaigns with their progress; each opens its own view. */
export function CampaignList({ campaigns, onOpen }: CampaignListProps) {
  const { t } = useText();
  return (
    <ul className={css.list} aria-label={t('invitations:list.title')}>
      {campaigns.map((campaign) => (
        <li key={campaign.id}>
          <button type="button" className={css.campaign} onClick={() => onOpen(campaign.id)}>
            <CampaignSummary campaign={campaign} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function CampaignSummary({ campaign }: { campaign: CampaignRow }) {
  const { t } = useText();
  const { results } = campaign;
  return (
    <>
      <span className={css.campaignHead}>
        <strong className={css.campaignName} dir="auto">
          {campaign.name}
        </strong>
        <CampaignTag state={campaign.state} />
      </span>
      <span className={css.campaignMeta}>
        {campaign.locationName === null ? null : <span>{campaign.locationName}</span>}
        <NextText campaign={campaign} />
      </span>
      <span className={css.campaignProgress}>
        <ProgressBar results={results} />
        <span className={css.campaignSent}>
          {t('invitations:list.progress', { sent: results.sent, total: results.total })}
        </span>
      </span>
      <span className={css.campaignFigures}>
        <span>{t('invitations:list.answered', { count: results.answered })}</span>
        <span>{t('invitations:list.reviews', { count: results.reviews })}</span>
      </span>
    </>
  );
}
