/** What the public pages about a business tell: its first-party reviews and how they are collected. Reads only. */
import { type DoorKind, doorKinds, type HiddenCount } from '@kindling/contract/collect-page';
import { hiddenReasons } from '@kindling/contract/hidden-reasons';
import { type Source, sources } from '@kindling/contract/platforms';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { isHidden } from '../reviews/index.ts';

/** The locations of a business that a statement concerns. */
type Locations = readonly string[];

export interface CollectFigures {
  received: number;
  waiting: number;
  released: number;
  discarded: number;
  withdrawn: number;
}

/** Submissions of the last 12 months. */
export async function countSubmissions(
  trx: Transaction<DB>,
  accountId: string,
  locationIds: Locations,
): Promise<CollectFigures> {
  const { rows } = await sql<CollectFigures>`
    select count(*)::int as received,
           (count(*) filter (where state = 'held'))::int as waiting,
           (count(*) filter (where state = 'shown' and judged_at is not null))::int as released,
           (count(*) filter (where state = 'discarded'))::int as discarded,
           (count(*) filter (where state = 'withdrawn'))::int as withdrawn
      from submissions
     where account_id = ${accountId}::uuid and location_id = any (${[...locationIds]}::uuid[])
       and created_at > now() - interval '12 months'`.execute(trx);
  return rows[0] ?? { received: 0, waiting: 0, released: 0, discarded: 0, withdrawn: 0 };
}

/** First-party reviews that are hidden now, by reason. @param hidesByRating see `isHidden` of reviews */
export async function countHiddenReviews(
  trx: Transaction<DB>,
  accountId: string,
  locationIds: Locations,
  hidesByRating: boolean,
): Promise<HiddenCount[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select r.hidden_reason as reason, count(*)::int as count from reviews r
     where r.account_id = ${accountId}::uuid and r.source = 'first-party' and r.removed_at is null
       and ${isHidden(hidesByRating)} and r.location_id = any (${[...locationIds]}::uuid[])
     group by 1`.execute(trx);
  return hiddenReasons.flatMap((reason) =>
    rows.filter((row) => row.reason === reason).map(({ count }) => ({ reason, count })),
  );
}

/** The doors that somebody came through in the last 12 months. */
export async function listUsedDoors(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string,
): Promise<DoorKind[]> {
  const { rows } = await sql<{ door: string }>`
    select distinct d.door from door_days d
      join pipelines p on p.account_id = d.account_id and p.id = d.pipeline_id
     where d.account_id = ${accountId}::uuid and p.business_id = ${businessId}::uuid
       and d.day > current_date - 366`.execute(trx);
  return doorKinds.filter((door) => rows.some((row) => row.door === door));
}

export interface FirstPartySums {
  stars: number;
  starSum: number;
  thumbsUp: number;
  thumbs: number;
}

/** All first-party reviews, hidden ones included: a figure that leaves some out would mislead. */
export async function sumFirstParty(
  trx: Transaction<DB>,
  accountId: string,
  locationIds: Locations,
): Promise<FirstPartySums> {
  const { rows } = await sql<FirstPartySums>`
    select coalesce(sum(total) filter (where rating > 0), 0)::int as stars,
           coalesce(sum(total * rating), 0)::int as "starSum",
           coalesce(sum(total) filter (where recommendation = 'positive'), 0)::int as "thumbsUp",
           coalesce(sum(total) filter (where recommendation <> ''), 0)::int as thumbs
      from review_days
     where account_id = ${accountId}::uuid and source = 'first-party'
       and location_id = any (${[...locationIds]}::uuid[])`.execute(trx);
  return rows[0] ?? { stars: 0, starSum: 0, thumbsUp: 0, thumbs: 0 };
}

export interface PublicReviewRow {
  id: string;
  location_id: string;
  author_name: string | null;
  rating: number | null;
  recommendation: string | null;
  text: string | null;
  /** `YYYY-MM-DD` in the time zone of the location. */
  written_on: string;
  invited: boolean;
  reply_text: string | null;
}

/** Shown first-party reviews, newest first. */
export async function listPublicReviews(
  trx: Transaction<DB>,
  accountId: string,
  locationIds: Locations,
  { limit, offset, hidesByRating }: { limit: number; offset: number; hidesByRating: boolean },
): Promise<PublicReviewRow[]> {
  return trx
    .selectFrom('reviews as r')
    .innerJoin('locations as l', (join) =>
      join.onRef('l.account_id', '=', 'r.account_id').onRef('l.id', '=', 'r.location_id'),
    )
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .select([
      'r.id',
      'r.location_id',
      'r.author_name',
      'r.rating',
      'r.recommendation',
      'r.text',
      'r.invited',
      'r.reply_text',
      sql<string>`to_char(r.written_at at time zone coalesce(l.time_zone, a.time_zone), 'YYYY-MM-DD')`.as(
        'written_on',
      ),
    ])
    .where('r.account_id', '=', accountId)
    .where('r.source', '=', 'first-party')
    .where('r.location_id', 'in', [...locationIds])
    .where('r.removed_at', 'is', null)
    .where((where) => where.not(isHidden(hidesByRating)))
    .orderBy('r.written_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export interface PlatformFigureRow {
  source: Source;
  locationId: string;
  average: number | null;
  count: number;
  recommended: number;
  notRecommended: number;
  url: string | null;
}

/** The platforms' own average and count of each listing. */
export async function listPlatformFigures(
  trx: Transaction<DB>,
  accountId: string,
  locationIds: Locations,
): Promise<PlatformFigureRow[]> {
  const { rows } = await sql<Omit<PlatformFigureRow, 'source'> & { platform: string }>`
    select l.platform, l.location_id as "locationId", l.platform_average::float8 as average,
           coalesce(l.platform_count, 0)::int as count, l.maps_url as url,
           coalesce(sum(d.total) filter (where d.recommendation = 'positive'), 0)::int as recommended,
           coalesce(sum(d.total) filter (where d.recommendation = 'negative'), 0)::int as "notRecommended"
      from listings l
      left join review_days d on d.account_id = l.account_id and d.listing_id = l.id and d.recommendation <> ''
     where l.account_id = ${accountId}::uuid and l.location_id = any (${[...locationIds]}::uuid[])
     group by l.id, l.platform, l.location_id, l.platform_average, l.platform_count, l.maps_url, l.created_at
     order by l.created_at`.execute(trx);
  return rows.flatMap(({ platform, ...row }) => {
    const source = sources.find((one) => one === platform);
    const isEmpty = row.average === null && row.count === 0 && row.recommended + row.notRecommended === 0;
    return source === undefined || isEmpty ? [] : [{ ...row, source }];
  });
}
