// Fills a migrated database with reviews by SQL, in the form in which the program stores them: a fifth belongs to one account,
// the rest to nine others. The words are drawn so that a few are common and most are rare, as in a language.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inSystem } from '../../server/src/db/transaction.ts';
import { wordKey } from '../../server/src/features/reviews/review-words.ts';
import { createTenant } from './tenant.mjs';

const OTHERS = 9;
const SHARE = 0.2;
const LOCATIONS = 25;
const TAGS = 12;
const WORDS_PER_REVIEW = 14;
const VOCABULARY = 6_000;
/** The reviews of each account are spread over as many years. */
const YEARS = 10;
const BATCH = 20_000;

/** What the filters of the benchmark name. `rare` words are in one of 2,000 reviews. */
export const words = { common: 'wabe', rare: 'zirkon', prefix: 'wab', absent: 'niemandschrieb' };

/** @returns the account with a fifth of the rows: its ids, and what to filter by */
export async function fillReviews(db, rows) {
  const own = await createAccount(db);
  const others = await Promise.all(Array.from({ length: OTHERS }, () => createAccount(db)));
  await db.withOwnerConnection(async (client) => {
    await client.query('alter table reviews disable trigger user');
    await client.query('drop index reviews_matching');
    await client.query(`create table bench_words as
      select n, case when n = 0 then '${words.common}' else substr(md5(n::text), 1, 4 + n % 6) end as word
        from generate_series(0, ${VOCABULARY - 1}) n`);
    await client.query('alter table bench_words add primary key (n)');
  });
  const perOther = Math.round((rows * (1 - SHARE)) / OTHERS);
  await fillAccount(db, own, Math.round(rows * SHARE));
  for (const other of others) await fillAccount(db, other, perOther);
  await db.withOwnerConnection(async (client) => {
    await client.query('drop table bench_words');
    await client.query("set maintenance_work_mem = '128MB'");
    await client.query('create index reviews_matching on reviews using gin (search, facets)');
    await client.query('alter table reviews enable trigger user');
    await client.query(`insert into review_days
      (account_id, source, location_id, listing_id, day, rating, recommendation, total, answered, with_text)
      select account_id, source, location_id, coalesce(listing_id, '00000000-0000-0000-0000-000000000000'),
             (written_at at time zone 'UTC')::date, coalesce(rating, 0), coalesce(recommendation, ''), count(*),
             count(*) filter (where answered), count(text)
        from reviews where removed_at is null group by 1, 2, 3, 4, 5, 6, 7`);
    await client.query(`insert into review_sums
      select account_id, grain, dimension, location_id, starts, value, sum(total), sum(answered), sum(positive), sum(negative),
             sum(rated_1), sum(rated_2), sum(rated_3), sum(rated_4), sum(rated_5)
        from (select s.* from reviews r cross join lateral sums_of_review(
                r.account_id, r.location_id, r.listing_id, r.source, r.rating, r.recommendation, r.answered, r.language, r.tag_ids,
                wait_minutes(r.answered, r.written_day, r.date_basis, r.written_at, r.reply_at),
                (r.written_at at time zone 'UTC')::date, 1) s
               where r.removed_at is null) s
       group by 1, 2, 3, 4, 5, 6`);
  });
  await db.maintenance.vacuum();
  await db.withOwnerConnection((client) => client.query('analyze reviews, review_days, review_sums'));
  return own;
}

async function createAccount(db) {
  const tenant = await createTenant(db);
  const { accountId, userId } = tenant;
  const ids = (count) => Array.from({ length: count }, () => randomUUID()).sort();
  const [locations, listings, tags] = [ids(LOCATIONS), ids(LOCATIONS), ids(TAGS)];
  const connectionId = randomUUID();
  await inSystem(db, async (trx) => {
    await sql`insert into locations (account_id, id, business_id, name)
      select ${accountId}, l.id, b.id, 'Location ' || l.n from businesses b, unnest(${locations}::uuid[]) with ordinality l (id, n)
       where b.account_id = ${accountId}`.execute(trx);
    await sql`insert into connections
      (account_id, id, platform, connector, external_id, display_name, status, sealed_tokens, created_by)
      values (${accountId}, ${connectionId}, 'google', 'google', ${connectionId}, 'Bench', 'active', 'none', ${userId})`.execute(
      trx,
    );
    await sql`insert into listings (account_id, id, connection_id, location_id, platform, external_id, resource_name, name)
      select ${accountId}, x.id, ${connectionId}, x.place, 'google', x.id::text, 'x', 'Listing ' || x.n
        from unnest(${listings}::uuid[], ${locations}::uuid[]) with ordinality x (id, place, n)`.execute(trx);
    await sql`insert into tags (account_id, id, name, name_key, color)
      select ${accountId}, t.id, 'Tag ' || t.n, 'tag ' || t.n, 'gray' from unnest(${tags}::uuid[]) with ordinality t (id, n)`.execute(
      trx,
    );
  });
  return { ...tenant, locations, listings, tags };
}

/**
 * Location k has half as many reviews as location k / 2, so the last ones are rare; the last location had its reviews in the
 * first two years only. Tag k is on one of 3 * 2 ** k reviews.
 */
async function fillAccount(db, { accountId, userId, locations, listings, tags }, rows) {
  const key = wordKey(accountId);
  for (let from = 0; from < rows; from += BATCH)
    await db.withOwnerConnection((client) =>
      client.query({
        text: `
        insert into reviews (account_id, id, location_id, listing_id, source, external_id, author_name, rating, recommendation,
          text, written_at, reply_text, reply_at, reply_state, answered, language, tag_ids, assignee_id, hidden_at, pinned_at,
          removed_at, search, content_hash)
        select $1::uuid, gen_random_uuid(), ($2::uuid[])[x.place], ($3::uuid[])[x.place], 'google', x.n::text,
               'Ana ' || x.n % 977, case when x.n % 41 = 0 then null else x.stars end,
               case when x.n % 41 = 0 then 'positive' end,
               case when x.n % 5 = 0 then null else w.text end, x.at,
               case when x.answered then 'Thank you for your visit' end,
               case when x.answered then x.at + random() * random() * interval '6 days' end, case when x.answered then 'published' else 'none' end,
               x.answered, case when x.n % 5 = 0 then null when x.n % 997 = 1 then 'ja' when x.n % 7 = 1 then 'de' else 'en' end,
               x.tags, case when x.n % 500 = 9 then $4::uuid end, case when x.n % 1500 = 7 then x.at end,
               case when x.n % 3000 = 11 then x.at end, case when x.n % 300 = 5 then x.at end,
               case when x.n % 5 = 0 then format('''KEYana'':1A ''KEY%s'':2A', x.n % 977)::tsvector
                    else (format('''KEYana'':1A ''KEY%s'':2A ', x.n % 977) || w.vector)::tsvector end, ''
          from (
            select n, 1 + least(${LOCATIONS} - 2, floor(-ln(random()) * 5))::int as location,
                   now() - (n + random()) * make_interval(secs => ${YEARS * 365 * 86_400} / $5::float8) as at,
                   (array[5, 5, 4, 5, 3, 1, 5, 4, 5, 2])[1 + n % 10]::smallint as stars, random() < 0.75 as answered,
                   array(select t.id from unnest($6::uuid[]) with ordinality t (id, k)
                          where n % (3 * (1 << k::int)) = k) as tags
              from generate_series($7::int, $8::int) n
            ) y
            cross join lateral (select case when y.n > $5 * 0.8 and y.n % 4 = 0 then ${LOCATIONS} else y.location end as place) z
            cross join lateral (select y.n, y.stars, y.at, y.answered, y.tags, z.place) x
            cross join lateral (
              select string_agg(v.word, ' ' order by v.position) as text,
                     string_agg(format('''KEY%s'':%sB', v.word, 50 + v.position), ' ') as vector
                from (select d.position, case when x.n % 2000 = 77 and d.position = 3 then '${words.rare}' else b.word end as word
                        from (select s as position, floor(power(random(), 4) * ${VOCABULARY})::int + 0 * x.n as drawn
                                from generate_series(1, ${WORDS_PER_REVIEW}) s offset 0) d
                        join bench_words b on b.n = d.drawn) v) w`.replaceAll('KEY', key),
        values: [accountId, locations, listings, userId, rows, tags, from, Math.min(rows, from + BATCH) - 1],
      }),
    );
}
