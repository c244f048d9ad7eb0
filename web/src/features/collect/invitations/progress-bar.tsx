import type { CampaignResults } from '@kindling/contract/review-requests';
import css from './invitations.module.css';

/** How much of a list was gone through: sent, and what could not or may not be sent. The text beside it has the numbers. */
export function ProgressBar({ results: { total, sent, refused, skipped } }: { results: CampaignResults }) {
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`;
  return (
    <span className={css.track} aria-hidden>
      <span className={css.fill} style={{ width: share(sent) }} />
      <span className={css.fillOut} style={{ width: share(refused + skipped) }} />
    </span>
  );
}
