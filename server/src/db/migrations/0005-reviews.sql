-- Reviews and their daily sums (slice: reviews).

create table reviews (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  location_id uuid not null,
  listing_id uuid,
  source text not null,
  external_id text not null,
  resource_name text,
  author_name text,
  author_photo_url text,
  anonymous boolean not null default false,
  rating smallint check (rating between 1 and 5),
  recommendation text check (recommendation in ('positive', 'negative')),
  text text,
  translation text,
  written_at timestamptz not null,
  edited_at timestamptz,
  reply_text text,
  reply_at timestamptz,
  reply_state text not null default 'none' check (reply_state in ('none', 'draft', 'sending', 'published', 'failed')),
  reply_reason text,
  answered boolean not null default false,
  permalink text,
  media_count integer not null default 0,
  -- Hash of everything that the platform sent; equal means nothing changed and nothing is written.
  content_hash text not null,
  confirmed_at timestamptz not null default now(),
  removed_at timestamptz,
  hidden_at timestamptz,
  hidden_by uuid,
  hidden_reason text,
  pinned_at timestamptz,
  created_at timestamptz not null default now(),
  search tsvector generated always as
    (to_tsvector('simple', coalesce(author_name, '') || ' ' || coalesce(text, ''))) stored,
  primary key (account_id, id),
  -- Neither connection nor listing is part of it: the same place reached by two authorisations stays one review.
  unique (account_id, source, external_id),
  foreign key (account_id, location_id) references locations (account_id, id),
  foreign key (account_id, listing_id) references listings (account_id, id) on delete cascade
);
create index reviews_newest on reviews (account_id, written_at desc, id desc) where removed_at is null;
create index reviews_newest_by_location on reviews (account_id, location_id, written_at desc, id desc)
  where removed_at is null;
create index reviews_newest_by_rating on reviews (account_id, rating, written_at desc, id desc)
  where removed_at is null;
create index reviews_unanswered on reviews (account_id, written_at desc, id desc)
  where removed_at is null and not answered;
create index reviews_listing on reviews (account_id, listing_id);
select wall_off('reviews');

-- Sums per day, so that dashboards and snapshots never scan reviews. The triggers below keep them in the same
-- transaction as the rows, whoever writes them. rating 0 and recommendation '' stand for "none".
create table review_days (
  account_id uuid not null references accounts (id) on delete cascade,
  source text not null,
  location_id uuid not null,
  listing_id uuid not null,
  day date not null,
  rating smallint not null,
  recommendation text not null,
  total integer not null,
  answered integer not null,
  with_text integer not null,
  primary key (account_id, source, location_id, listing_id, day, rating, recommendation)
);
create index review_days_day on review_days (account_id, day);
create index review_days_listing on review_days (account_id, listing_id);
select wall_off('review_days');

-- Days are those of the account's time zone.
create function count_inserted_reviews() returns trigger language plpgsql as $$
begin
  insert into review_days as d
    (account_id, source, location_id, listing_id, day, rating, recommendation, total, answered, with_text)
  select r.account_id, r.source, r.location_id,
         coalesce(r.listing_id, '00000000-0000-0000-0000-000000000000'),
         (r.written_at at time zone a.time_zone)::date, coalesce(r.rating, 0), coalesce(r.recommendation, ''),
         count(*), count(*) filter (where r.answered), count(r.text)
    from new_rows r join accounts a on a.id = r.account_id
   where r.removed_at is null
   group by 1, 2, 3, 4, 5, 6, 7
   order by 1, 2, 3, 4, 5, 6, 7
  on conflict (account_id, source, location_id, listing_id, day, rating, recommendation) do update
     set total = d.total + excluded.total, answered = d.answered + excluded.answered,
         with_text = d.with_text + excluded.with_text;
  return null;
end $$;

create function count_updated_reviews() returns trigger language plpgsql as $$
begin
  insert into review_days as d
    (account_id, source, location_id, listing_id, day, rating, recommendation, total, answered, with_text)
  select r.account_id, r.source, r.location_id,
         coalesce(r.listing_id, '00000000-0000-0000-0000-000000000000'),
         (r.written_at at time zone a.time_zone)::date, coalesce(r.rating, 0), coalesce(r.recommendation, ''),
         sum(r.sign), coalesce(sum(r.sign) filter (where r.answered), 0),
         coalesce(sum(r.sign) filter (where r.text is not null), 0)
    from (select 1 as sign, n.account_id, n.source, n.location_id, n.listing_id, n.written_at, n.rating,
                 n.recommendation, n.answered, n.text, n.removed_at from new_rows n
          union all
          select -1, o.account_id, o.source, o.location_id, o.listing_id, o.written_at, o.rating,
                 o.recommendation, o.answered, o.text, o.removed_at from old_rows o) r
    join accounts a on a.id = r.account_id
   where r.removed_at is null
   group by 1, 2, 3, 4, 5, 6, 7
  having sum(r.sign) <> 0 or coalesce(sum(r.sign) filter (where r.answered), 0) <> 0
      or coalesce(sum(r.sign) filter (where r.text is not null), 0) <> 0
   order by 1, 2, 3, 4, 5, 6, 7
  on conflict (account_id, source, location_id, listing_id, day, rating, recommendation) do update
     set total = d.total + excluded.total, answered = d.answered + excluded.answered,
         with_text = d.with_text + excluded.with_text;
  return null;
end $$;

create function count_deleted_reviews() returns trigger language plpgsql as $$
begin
  update review_days d
     set total = d.total - s.total, answered = d.answered - s.answered, with_text = d.with_text - s.with_text
    from (
      select r.account_id, r.source, r.location_id,
             coalesce(r.listing_id, '00000000-0000-0000-0000-000000000000') as listing_id,
             (r.written_at at time zone a.time_zone)::date as day, coalesce(r.rating, 0) as rating,
             coalesce(r.recommendation, '') as recommendation,
             count(*) as total, count(*) filter (where r.answered) as answered, count(r.text) as with_text
        from old_rows r join accounts a on a.id = r.account_id
       where r.removed_at is null
       group by 1, 2, 3, 4, 5, 6, 7
    ) s
   where d.account_id = s.account_id and d.source = s.source and d.location_id = s.location_id
     and d.listing_id = s.listing_id and d.day = s.day and d.rating = s.rating
     and d.recommendation = s.recommendation;
  return null;
end $$;

create trigger reviews_counted_on_insert after insert on reviews
  referencing new table as new_rows for each statement execute function count_inserted_reviews();
create trigger reviews_counted_on_update after update on reviews
  referencing old table as old_rows new table as new_rows for each statement execute function count_updated_reviews();
create trigger reviews_counted_on_delete after delete on reviews
  referencing old table as old_rows for each statement execute function count_deleted_reviews();

-- Hidden reviews are few; embeds count them to say that they are left out.
create index reviews_hidden on reviews (account_id, hidden_at) where hidden_at is not null and removed_at is null;
