/** Sums of campaigns: of their recipients, and of what happened on their page. */
import type { CampaignResults } from '@kindling/contract/review-requests';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export const noResults: CampaignResults = {
  total: 0,
  waiting: 0,
  sent: 0,
  refused: 0,
  bounced: 0,
  unsubscribed: 0,
  skipped: 0,
  reminded: 0,
  remindersRefused: 0,
  answered: 0,
  visits: 0,
  ratings: 0,
  clicks: 0,
  reviews: 0,
  messages: 0,
};

/** By the campaign's id. @param id of one campaign; null for all of the account */
export async function sumCampaigns(
  trx: Transaction<DB>,
  accountId: string,
  id: string | null,
): Promise<Map<string, CampaignResults>> {
  const only = (column: string) => (id === null ? sql`` : sql`and ${sql.ref(column)} = ${id}`);
  const { rows } = await sql<
    Omit<CampaignResults, 'visits' | 'ratings' | 'clicks' | 'reviews' | 'messages'> & { id: string }
  >`
    select r.request_id as id, count(*)::int as total,
           count(*) filter (where r.state in ('waiting', 'queued'))::int as waiting,
           count(*) filter (where r.state in ('sent', 'bounced', 'unsubscribed'))::int as sent,
           count(*) filter (where r.state = 'refused')::int as refused,
           count(*) filter (where r.state = 'bounced')::int as bounced,
           count(*) filter (where r.state = 'unsubscribed')::int as unsubscribed,
           count(*) filter (where r.state = 'skipped')::int as skipped,
           count(*) filter (where r.reminded_at is not null)::int as reminded,
           count(*) filter (where r.reminder_refused)::int as "remindersRefused",
           count(*) filter (where r.answered_at is not null)::int as answered
      from review_request_recipients r
     where r.account_id = ${accountId} ${only('r.request_id')}
     group by 1`.execute(trx);
  const { rows: pages } = await sql<
    Pick<CampaignResults, 'visits' | 'ratings' | 'clicks' | 'reviews' | 'messages'> & { id: string }
  >`
    select d.code_id as id, sum(d.visits)::int as visits, sum(d.ratings)::int as ratings, sum(d.clicks)::int as clicks,
           sum(d.reviews)::int as reviews, sum(d.messages)::int as messages
      from door_days d
     where d.account_id = ${accountId} and d.door = 'invitation' ${only('d.code_id')}
     group by 1`.execute(trx);
  const byPage = new Map(pages.map(({ id: campaignId, ...sums }) => [campaignId, sums]));
  return new Map(
    rows.map(({ id: campaignId, ...sums }) => [
      campaignId,
      { ...noResults, ...sums, ...byPage.get(campaignId) },
    ]),
  );
}
