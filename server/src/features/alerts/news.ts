/** The news behind the bell. */
import { maxCountedNews, type NewsItem, newsItemSchema } from '@kindling/contract/news';
import { inTenant } from '../../db/transaction.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { type AlertsDeps, nowOf } from './deps.ts';
import { countNewsAfter, findSeenAt, listNewsRows, type NewsRow, storeSeenAt } from './news-queries.ts';

type Deps = Pick<AlertsDeps, 'db' | 'now'>;

export function listNews(
  deps: Deps,
  { accountId, userId }: SignedInUser,
): Promise<{ items: NewsItem[]; seenAt: string | null }> {
  return inTenant(deps.db, accountId, async (trx) => {
    const seenAt = await findSeenAt(trx, accountId, userId);
    const rows = await listNewsRows(trx, { accountId, userId }, nowOf(deps));
    return { items: rows.map(presentNews), seenAt: seenAt?.toISOString() ?? null };
  });
}

export function countNews(
  deps: Deps,
  { accountId, userId }: SignedInUser,
): Promise<{ unseen: number; more: boolean }> {
  return inTenant(deps.db, accountId, async (trx) => {
    const seenAt = await findSeenAt(trx, accountId, userId);
    const count = await countNewsAfter(trx, { accountId, userId }, seenAt, nowOf(deps));
    return { unseen: Math.min(count, maxCountedNews), more: count > maxCountedNews };
  });
}

/** A moment that has not come yet would hide what happens until then. */
export function markNewsSeen(deps: Deps, { accountId, userId }: SignedInUser, until: string): Promise<void> {
  const at = new Date(Math.min(Date.parse(until), nowOf(deps).getTime()));
  return inTenant(deps.db, accountId, (trx) => storeSeenAt(trx, accountId, userId, at));
}

function presentNews(row: NewsRow): NewsItem {
  const { id, kind, subject_id: subjectId, excerpt } = row;
  const common = { kind, id, at: row.at.toISOString(), locationName: row.location_name };
  switch (kind) {
    case 'connection':
      return newsItemSchema.parse({
        ...common,
        connectionId: subjectId,
        platform: row.platform,
        name: row.connection_name,
        status: row.status,
      });
    case 'support':
      return newsItemSchema.parse({ ...common, memberName: row.member_name });
    case 'message':
      return newsItemSchema.parse({
        ...common,
        messageId: subjectId,
        rating: row.rating ?? row.thumb,
        excerpt,
      });
    default:
      return newsItemSchema.parse({
        ...common,
        reviewId: subjectId,
        source: row.source,
        authorName: row.author_name,
        rating: row.rating,
        recommendation: row.recommendation,
        excerpt,
        assigneeId: row.user_id,
        count: row.count,
        more: row.more,
      });
  }
}
