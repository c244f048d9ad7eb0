-- Sums of the reviews that can have a reply, by listing: those of imported files cannot be answered anywhere, so they are no part
-- of the response rate (slice: reviews; docs/decisions/0093-sums-for-the-dashboard.md).

alter table review_sums drop constraint review_sums_dimension_check;
-- `reply`: the listing, or `first-party`.
alter table review_sums add constraint review_sums_dimension_check
  check (dimension in ('source', 'language', 'tag', 'wait', 'listing', 'reply'));

create or replace function sums_of_review(
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
          union all select 'reply', coalesce(listing::text, source) where listing is not null or source = 'first-party'
          union all select 'listing', coalesce(listing::text, source)) v
    join (values ('day', '00000000-0000-0000-0000-000000000000'::uuid, day),
                 ('month', '00000000-0000-0000-0000-000000000000', date_trunc('month', day)::date),
                 ('month', location, date_trunc('month', day)::date),
                 ('all', location, '2000-01-01')) g (grain, location_id, starts)
      on (v.dimension = 'listing') = (g.grain = 'all')
$$;

-- What is stored already.
alter table accounts no force row level security;
alter table reviews no force row level security;
alter table review_sums no force row level security;
insert into review_sums
select account_id, grain, dimension, location_id, starts, value, sum(total), sum(answered), sum(positive),
       sum(negative), sum(rated_1), sum(rated_2), sum(rated_3), sum(rated_4), sum(rated_5)
  from (select s.* from reviews r join accounts a on a.id = r.account_id
         cross join lateral sums_of_review(
       r.account_id, r.location_id, r.listing_id, r.source, r.rating, r.recommendation, r.answered, null, null, null,
       counted_day(r.written_day, r.written_at, r.id, a.days_zone, a.days_next, a.days_counted), 1) s
         where r.removed_at is null and s.dimension = 'reply') stored
 group by 1, 2, 3, 4, 5, 6;
alter table accounts force row level security;
alter table reviews force row level security;
alter table review_sums force row level security;
