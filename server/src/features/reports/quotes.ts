import type { DaySpan } from '@kindling/contract/analytics';
import { sourceSchema } from '@kindling/contract/platforms';
import { maxReportQuotes, type ReportQuote, reportQuoteLength } from '@kindling/contract/reports';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { isWrittenIn, type Scope } from '../analytics/index.ts';

type QuoteRow = Omit<ReportQuote, 'source'> & { source: string };

/** Texts of a period with the highest or the lowest ratings, the longest first; those that visitors do not see are left out. */
export async function listQuotes(
  trx: Transaction<DB>,
  accountId: string,
  { locationIds }: Scope,
  { span, wanted }: { span: DaySpan; wanted: 'high' | 'low' },
): Promise<ReportQuote[]> {
  const isWanted =
    wanted === 'high'
      ? sql<SqlBool>`(r.rating >= 4 or r.recommendation = 'positive')`
      : sql<SqlBool>`(r.rating <= 2 or r.recommendation = 'negative')`;
  const order = wanted === 'high' ? sql`desc` : sql`asc`;
  const { rows } = await sql<QuoteRow>`
    select r.id as "reviewId", r.source, l.name as "locationName", r.author_name as "authorName", r.rating,
           r.recommendation, left(r.text, ${reportQuoteLength}::int) as text,
           char_length(r.text) > ${reportQuoteLength}::int as cut
      from reviews r cross join accounts a join locations l on l.account_id = r.account_id and l.id = r.location_id
     where a.id = ${accountId}::uuid and r.account_id = ${accountId}::uuid and r.removed_at is null
       and ${locationIds === null ? sql`true` : sql`r.location_id = any(${locationIds}::uuid[])`}
       and ${isWrittenIn(span)}
       and r.text <> '' and r.hidden_at is null and r.wiped_at is null and ${isWanted}
     order by coalesce(r.rating, case r.recommendation when 'positive' then 5 else 1 end) ${order},
              least(char_length(r.text), ${reportQuoteLength}::int) desc, r.written_at desc, r.id desc
     limit ${maxReportQuotes}::int`.execute(trx);
  return rows.map((row) => ({
    ...row,
    source: sourceSchema.parse(row.source),
    text: row.text.trim(),
  }));
}
