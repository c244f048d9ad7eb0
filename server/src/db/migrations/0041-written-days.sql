-- Days that a file tells without a time are the same day in every zone (slice: reviews).

-- The calendar day; `written_at` is its noon in the account's zone at the time of the import, for the order only. Null
-- where the time is known: the day then depends on the zone.
alter table reviews add column written_day date;

-- The day that a review is counted under.
create function counted_day(
  written_day date, written_at timestamptz, review uuid, zone text, next text, counted uuid)
returns date language sql stable as $$
  select coalesce(written_day,
    (written_at at time zone case when next is not null and review <= counted then next else zone end)::date)
$$;

-- Each of the functions below first holds the account's row, so that the recount, which changes it, cannot go past a
-- review that it does not see yet.
create or replace function count_inserted_reviews() returns trigger language plpgsql as $$
begin
  perform from accounts where id in (select account_id from new_rows) order by id for share;
  insert into review_days as d
    (account_id, source, location_id, listing_id, day, rating, recommendation, total, answered, with_text)
  select r.account_id, r.source, r.location_id,
         coalesce(r.listing_id, '00000000-0000-0000-0000-000000000000'),
         counted_day(r.written_day, r.written_at, r.id, a.days_zone, a.days_next, a.days_counted),
         coalesce(r.rating, 0),
         coalesce(r.recommendation, ''), count(*), count(*) filter (where r.answered), count(r.text)
    from new_rows r join accounts a on a.id = r.account_id
   where r.removed_at is null
     and (r.import_id is null or r.listing_id is not null or not exists (
       select from imports i where i.account_id = r.account_id and i.id = r.import_id and i.hidden))
   group by 1, 2, 3, 4, 5, 6, 7
   order by 1, 2, 3, 4, 5, 6, 7
  on conflict (account_id, source, location_id, listing_id, day, rating, recommendation) do update
     set total = d.total + excluded.total, answered = d.answered + excluded.answered,
         with_text = d.with_text + excluded.with_text;
  return null;
end $$;

create or replace function count_updated_reviews() returns trigger language plpgsql as $$
begin
  perform from accounts where id in (select account_id from new_rows) order by id for share;
  insert into review_days as d
    (account_id, source, location_id, listing_id, day, rating, recommendation, total, answered, with_text)
  select r.account_id, r.source, r.location_id,
         coalesce(r.listing_id, '00000000-0000-0000-0000-000000000000'),
         counted_day(r.written_day, r.written_at, r.id, a.days_zone, a.days_next, a.days_counted),
         coalesce(r.rating, 0),
         coalesce(r.recommendation, ''), sum(r.sign), coalesce(sum(r.sign) filter (where r.answered), 0),
         coalesce(sum(r.sign) filter (where r.text is not null), 0)
    from (select 1 as sign, n.account_id, n.id, n.source, n.location_id, n.listing_id, n.written_day, n.written_at, n.rating,
                 n.recommendation, n.answered, n.text, n.removed_at, n.import_id from new_rows n
          union all
          select -1, o.account_id, o.id, o.source, o.location_id, o.listing_id, o.written_day, o.written_at, o.rating,
                 o.recommendation, o.answered, o.text, o.removed_at, o.import_id from old_rows o) r
    join accounts a on a.id = r.account_id
   where r.removed_at is null
     and (r.import_id is null or r.listing_id is not null or not exists (
       select from imports i where i.account_id = r.account_id and i.id = r.import_id and i.hidden))
   group by 1, 2, 3, 4, 5, 6, 7
  having sum(r.sign) <> 0 or coalesce(sum(r.sign) filter (where r.answered), 0) <> 0
      or coalesce(sum(r.sign) filter (where r.text is not null), 0) <> 0
   order by 1, 2, 3, 4, 5, 6, 7
  on conflict (account_id, source, location_id, listing_id, day, rating, recommendation) do update
     set total = d.total + excluded.total, answered = d.answered + excluded.answered,
         with_text = d.with_text + excluded.with_text;
  return null;
end $$;

create or replace function count_deleted_reviews() returns trigger language plpgsql as $$
begin
  perform from accounts where id in (select account_id from old_rows) order by id for share;
  update review_days d
     set total = d.total - s.total, answered = d.answered - s.answered, with_text = d.with_text - s.with_text
    from (
      select r.account_id, r.source, r.location_id,
             coalesce(r.listing_id, '00000000-0000-0000-0000-000000000000') as listing_id,
             counted_day(r.written_day, r.written_at, r.id, a.days_zone, a.days_next, a.days_counted) as day,
             coalesce(r.rating, 0) as rating, coalesce(r.recommendation, '') as recommendation,
             count(*) as total, count(*) filter (where r.answered) as answered, count(r.text) as with_text
        from old_rows r join accounts a on a.id = r.account_id
       where r.removed_at is null
         and (r.import_id is null or r.listing_id is not null or not exists (
           select from imports i where i.account_id = r.account_id and i.id = r.import_id and i.hidden))
       group by 1, 2, 3, 4, 5, 6, 7
    ) s
   where d.account_id = s.account_id and d.source = s.source and d.location_id = s.location_id
     and d.listing_id = s.listing_id and d.day = s.day and d.rating = s.rating
     and d.recommendation = s.recommendation;
  return null;
end $$;

create or replace function count_whole_import() returns trigger language plpgsql as $$
declare
  sign integer := case when new.hidden then -1 else 1 end;
begin
  perform from accounts where id = new.account_id for share;
  insert into review_days as d
    (account_id, source, location_id, listing_id, day, rating, recommendation, total, answered, with_text)
  select r.account_id, r.source, r.location_id, '00000000-0000-0000-0000-000000000000'::uuid,
         counted_day(r.written_day, r.written_at, r.id, a.days_zone, a.days_next, a.days_counted),
         coalesce(r.rating, 0),
         coalesce(r.recommendation, ''), sign * count(*), sign * count(*) filter (where r.answered),
         sign * count(r.text)
    from reviews r join accounts a on a.id = r.account_id
   where r.account_id = new.account_id and r.import_id = new.id and r.listing_id is null and r.removed_at is null
   group by 1, 2, 3, 4, 5, 6, 7
   order by 1, 2, 3, 4, 5, 6, 7
  on conflict (account_id, source, location_id, listing_id, day, rating, recommendation) do update
     set total = d.total + excluded.total, answered = d.answered + excluded.answered,
         with_text = d.with_text + excluded.with_text;
  return new;
end $$;

drop function counted_day(timestamptz, uuid, text, text, uuid);

-- Until now such a day was kept as noon in the account's zone and by nothing else. The triggers above correct the sums.
alter table accounts no force row level security;
alter table imports no force row level security;
alter table reviews no force row level security;
alter table review_days no force row level security;
update reviews r
   set written_day = (r.written_at at time zone a.time_zone)::date
  from accounts a
 where a.id = r.account_id and r.import_id is not null and r.listing_id is null
   and (r.date_basis is not null or (r.written_at at time zone a.time_zone)::time = '12:00');
alter table accounts force row level security;
alter table imports force row level security;
alter table reviews force row level security;
alter table review_days force row level security;
