-- Sums for the dashboard, so that a year of a large account is read from some hundred rows
-- (slice: reviews; docs/decisions/0093-sums-for-the-dashboard.md).

create table review_sums (
  account_id uuid not null references accounts (id) on delete cascade,
  -- `all` has one row per location and listing and no time.
  grain text not null check (grain in ('day', 'month', 'all')),
  -- `wait`: the time from a review to its reply. `listing`: the listing, or the source of reviews without one.
  dimension text not null check (dimension in ('source', 'language', 'tag', 'wait', 'listing')),
  -- The nil UUID stands for the whole account.
  location_id uuid not null,
  -- The first day, in the zone of the daily sums.
  starts date not null,
  -- '' stands for a language that is not known; of `wait` it is the smallest number of minutes of its bucket.
  value text not null,
  total integer not null,
  answered integer not null,
  positive integer not null,
  negative integer not null,
  rated_1 integer not null,
  rated_2 integer not null,
  rated_3 integer not null,
  rated_4 integer not null,
  rated_5 integer not null,
  primary key (account_id, grain, dimension, location_id, starts, value)
);
select wall_off('review_sums');
-- A limited member reads their locations only. What they change is counted for the whole account too, so the functions below
-- may write those rows; the setting holds within them alone.
select limit_to_locations('review_sums',
  'location_id = any ((select current_setting(''app.locations'')::uuid[])::uuid[])
   or (select current_setting(''app.counting'', true)) = ''on''');

-- Buckets are one minute wide below 16 minutes and at most an eighth of their value above.
create function wait_bucket(minutes integer) returns integer language sql immutable as $$
  select (minutes >> width) << width
    from (select width_bucket(minutes, array[16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536,
                                             131072, 262144, 524288, 1048576, 2097152, 4194304]) as width) w
$$;

-- Minutes from a review to its reply; null when the time of one is not known, or the clocks of a platform disagree.
create function wait_minutes(
  answered boolean, written_day date, date_basis text, written_at timestamptz, reply_at timestamptz)
returns integer language sql immutable as $$
  select case when answered and written_day is null and date_basis is null and reply_at >= written_at
              then floor(least(extract(epoch from reply_at - written_at) / 60, 8000000))::integer end
$$;

-- The rows of `review_sums` that one review is part of, each with its share.
create function sums_of_review(
  account uuid, location uuid, listing uuid, source text, rating smallint, recommendation text, answered boolean,
  language text, tags uuid[], wait integer, day date, sign integer)
returns setof review_sums language sql stable as $$
  select account, g.grain, v.dimension, g.location_id, g.starts, v.value, sign,
         case when answered then sign else 0 end,
         case when recommendation = 'positive' then sign else 0 end,
         case when recommendation = 'negative' then sign else 0 end,
         case when rating = 1 then sign else 0 end, case when rating = 2 then sign else 0 end,
         case when rating = 3 then sign else 0 end, case when rating = 4 then sign else 0 end,
         case when rating = 5 then sign else 0 end
    from (select 'source' as dimension, source as value
          union all select 'language', coalesce(language, '')
          union all select 'tag', tag::text from unnest(tags) tag
          union all select 'wait', wait_bucket(wait)::text where wait is not null
          union all select 'listing', coalesce(listing::text, source)) v
    join (values ('day', '00000000-0000-0000-0000-000000000000'::uuid, day),
                 ('month', '00000000-0000-0000-0000-000000000000', date_trunc('month', day)::date),
                 ('month', location, date_trunc('month', day)::date),
                 ('all', location, '2000-01-01')) g (grain, location_id, starts)
      on (v.dimension = 'listing') = (g.grain = 'all')
$$;

create function add_review_sums(changes review_sums[]) returns void language plpgsql as $$
begin
  if changes is null then return; end if;
  set local app.counting = 'on';
  insert into review_sums as s
  select account_id, grain, dimension, location_id, starts, value, sum(total), sum(answered), sum(positive),
         sum(negative), sum(rated_1), sum(rated_2), sum(rated_3), sum(rated_4), sum(rated_5)
    from unnest(changes)
   group by 1, 2, 3, 4, 5, 6
  having sum(total) <> 0 or sum(answered) <> 0 or sum(positive) <> 0 or sum(negative) <> 0 or sum(rated_1) <> 0
      or sum(rated_2) <> 0 or sum(rated_3) <> 0 or sum(rated_4) <> 0 or sum(rated_5) <> 0
   -- One order for all, which avoids deadlocks.
   order by 1, 2, 3, 4, 5, 6
  on conflict (account_id, grain, dimension, location_id, starts, value) do update
     set total = s.total + excluded.total, answered = s.answered + excluded.answered,
         positive = s.positive + excluded.positive, negative = s.negative + excluded.negative,
         rated_1 = s.rated_1 + excluded.rated_1, rated_2 = s.rated_2 + excluded.rated_2,
         rated_3 = s.rated_3 + excluded.rated_3, rated_4 = s.rated_4 + excluded.rated_4,
         rated_5 = s.rated_5 + excluded.rated_5;
  set local app.counting = 'off';
end $$;

-- The triggers of the daily sums run before these, because triggers run in the order of their names, and hold the account's
-- row: so the recount after a change of the zone cannot go past a review that is not seen yet.
create function sum_inserted_reviews() returns trigger language plpgsql as $$
begin
  perform add_review_sums(array_agg(s)) from (
    select s from new_rows n join accounts a on a.id = n.account_id
     cross join lateral sums_of_review(
       n.account_id, n.location_id, n.listing_id, n.source, n.rating, n.recommendation, n.answered, n.language,
       n.tag_ids, wait_minutes(n.answered, n.written_day, n.date_basis, n.written_at, n.reply_at),
       counted_day(n.written_day, n.written_at, n.id, a.days_zone, a.days_next, a.days_counted), 1) s
     where n.removed_at is null
       and (n.import_id is null or n.listing_id is not null or not exists (
         select from imports i where i.account_id = n.account_id and i.id = n.import_id and i.hidden))) changes;
  return null;
end $$;

create function sum_deleted_reviews() returns trigger language plpgsql as $$
begin
  -- The sums of an account end with it.
  perform add_review_sums(array_agg(s)) from (
    select s from old_rows o join accounts a on a.id = o.account_id
     cross join lateral sums_of_review(
       o.account_id, o.location_id, o.listing_id, o.source, o.rating, o.recommendation, o.answered, o.language,
       o.tag_ids, wait_minutes(o.answered, o.written_day, o.date_basis, o.written_at, o.reply_at),
       counted_day(o.written_day, o.written_at, o.id, a.days_zone, a.days_next, a.days_counted), -1) s
     where o.removed_at is null
       and (o.import_id is null or o.listing_id is not null or not exists (
         select from imports i where i.account_id = o.account_id and i.id = o.import_id and i.hidden))) changes;
  return null;
end $$;

create function sum_updated_reviews() returns trigger language plpgsql as $$
begin
  perform add_review_sums(array_agg(s)) from (
    select s
      from new_rows n
      join old_rows o on o.account_id = n.account_id and o.id = n.id
     cross join lateral (values
              (1, n.account_id, n.id, n.location_id, n.listing_id, n.source, n.written_day, n.written_at, n.date_basis,
               n.rating, n.recommendation, n.answered, n.reply_at, n.language, n.tag_ids, n.removed_at, n.import_id),
              (-1, o.account_id, o.id, o.location_id, o.listing_id, o.source, o.written_day, o.written_at,
               o.date_basis, o.rating, o.recommendation, o.answered, o.reply_at, o.language, o.tag_ids, o.removed_at,
               o.import_id)) c
             (sign, account_id, id, location_id, listing_id, source, written_day, written_at, date_basis, rating, recommendation,
              answered, reply_at, language, tag_ids, removed_at, import_id)
      join accounts a on a.id = c.account_id
     cross join lateral sums_of_review(
       c.account_id, c.location_id, c.listing_id, c.source, c.rating, c.recommendation, c.answered, c.language,
       c.tag_ids, wait_minutes(c.answered, c.written_day, c.date_basis, c.written_at, c.reply_at),
       counted_day(c.written_day, c.written_at, c.id, a.days_zone, a.days_next, a.days_counted), c.sign) s
     where (n.location_id, n.listing_id, n.source, n.written_day, n.written_at, n.date_basis, n.rating, n.recommendation,
            n.answered, n.reply_at, n.language, n.tag_ids, n.removed_at, n.import_id)
           is distinct from
           (o.location_id, o.listing_id, o.source, o.written_day, o.written_at, o.date_basis, o.rating, o.recommendation,
            o.answered, o.reply_at, o.language, o.tag_ids, o.removed_at, o.import_id)
       and c.removed_at is null
       and (c.import_id is null or c.listing_id is not null or not exists (
         select from imports i where i.account_id = c.account_id and i.id = c.import_id and i.hidden))) changes;
  return null;
end $$;

create function sum_whole_import() returns trigger language plpgsql as $$
begin
  -- Added up first: an import may have very many reviews.
  perform add_review_sums(array_agg(row(
      account_id, grain, dimension, location_id, starts, value, total, answered, positive, negative, rated_1, rated_2,
      rated_3, rated_4, rated_5)::review_sums)) from (
    select s.account_id, s.grain, s.dimension, s.location_id, s.starts, s.value, sum(s.total) as total,
           sum(s.answered) as answered, sum(s.positive) as positive, sum(s.negative) as negative,
           sum(s.rated_1) as rated_1, sum(s.rated_2) as rated_2, sum(s.rated_3) as rated_3, sum(s.rated_4) as rated_4,
           sum(s.rated_5) as rated_5
      from reviews r join accounts a on a.id = r.account_id
     cross join lateral sums_of_review(
       r.account_id, r.location_id, r.listing_id, r.source, r.rating, r.recommendation, r.answered, r.language,
       r.tag_ids, wait_minutes(r.answered, r.written_day, r.date_basis, r.written_at, r.reply_at),
       counted_day(r.written_day, r.written_at, r.id, a.days_zone, a.days_next, a.days_counted),
       case when new.hidden then -1 else 1 end) s
     where r.account_id = new.account_id and r.import_id = new.id and r.listing_id is null
       and r.removed_at is null
     group by 1, 2, 3, 4, 5, 6) changes;
  return new;
end $$;

create trigger reviews_summed_on_insert after insert on reviews
  referencing new table as new_rows for each statement execute function sum_inserted_reviews();
create trigger reviews_summed_on_update after update on reviews
  referencing old table as old_rows new table as new_rows for each statement execute function sum_updated_reviews();
create trigger reviews_summed_on_delete after delete on reviews
  referencing old table as old_rows for each statement execute function sum_deleted_reviews();
-- Each at the moment when the policy still, or already, lets the rows be seen.
create trigger imports_unsummed before update of hidden on imports
  for each row when (new.hidden and not old.hidden) execute function sum_whole_import();
create trigger imports_summed after update of hidden on imports
  for each row when (old.hidden and not new.hidden) execute function sum_whole_import();

-- Visits of collection pages by country, and in the United States by state where the file with the countries knows states
-- (slice: pipelines). Sums of a day, as everything that is kept of a visit.
create table door_country_days (
  account_id uuid not null references accounts (id) on delete cascade,
  pipeline_id uuid not null,
  -- The nil UUID where the visitor had not chosen one.
  location_id uuid not null,
  day date not null,
  -- ISO 3166, two letters; '' where unknown.
  country text not null,
  -- Two letters; '' outside of the United States and where unknown.
  state text not null,
  visits integer not null,
  primary key (account_id, day, pipeline_id, location_id, country, state)
);
select wall_off('door_country_days');
select limit_to_locations('door_country_days');

-- Loads of embeds by state of the United States (slice: embed-traffic).
create table embed_state_days (
  account_id uuid not null,
  embed_id uuid not null,
  day date not null,
  state text not null,
  views bigint not null,
  primary key (account_id, embed_id, day, state),
  foreign key (account_id, embed_id) references embeds (account_id, id) on delete cascade
);
create index embed_state_days_day on embed_state_days (day);
select wall_off('embed_state_days');
select limit_to_locations('embed_state_days', 'embed_id in (select id from embeds)');

-- What waits longest for a reply, by listing.
create index reviews_waiting on reviews (account_id, source, listing_id, written_at)
  where removed_at is null and not answered and wiped_at is null;
-- The days of a location.
create index review_days_location on review_days (account_id, location_id, day);

-- What is stored already.
alter table accounts no force row level security;
alter table imports no force row level security;
alter table reviews no force row level security;
alter table review_sums no force row level security;
insert into review_sums
select account_id, grain, dimension, location_id, starts, value, sum(total), sum(answered), sum(positive),
       sum(negative), sum(rated_1), sum(rated_2), sum(rated_3), sum(rated_4), sum(rated_5)
  from (select s.* from reviews r join accounts a on a.id = r.account_id
         cross join lateral sums_of_review(
       r.account_id, r.location_id, r.listing_id, r.source, r.rating, r.recommendation, r.answered, r.language,
       r.tag_ids, wait_minutes(r.answered, r.written_day, r.date_basis, r.written_at, r.reply_at),
       counted_day(r.written_day, r.written_at, r.id, a.days_zone, a.days_next, a.days_counted), 1) s
         where r.removed_at is null
       and (r.import_id is null or r.listing_id is not null or not exists (
         select from imports i where i.account_id = r.account_id and i.id = r.import_id and i.hidden))) stored
 group by 1, 2, 3, 4, 5, 6;
alter table accounts force row level security;
alter table imports force row level security;
alter table reviews force row level security;
alter table review_sums force row level security;
