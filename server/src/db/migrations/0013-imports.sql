-- Reviews from files (slice: imports).

create table imports (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  created_by uuid not null,
  location_id uuid,
  source text,
  kind text check (kind in ('table', 'archive')),
  state text not null default 'uploading' check (state in
    ('uploading', 'read', 'checking', 'checked', 'publishing', 'finished', 'undoing', 'undone', 'cancelled', 'failed')),
  -- While true, no one sees the reviews that this import added: they appear and go all at one moment.
  hidden boolean not null default false,
  -- In the order of their numbers: name, bytes.
  files jsonb not null,
  -- How the files were read and what they hold; what the owner says about them.
  layout jsonb,
  settings jsonb,
  rows integer not null default 0,
  done integer not null default 0,
  added integer not null default 0,
  there integer not null default 0,
  changed integer not null default 0,
  faulty integer not null default 0,
  problem text,
  problem_line integer,
  -- Who works on it; a second worker waits until this has passed.
  lease_until timestamptz,
  worker uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, location_id) references locations (account_id, id)
);
create index imports_location on imports (account_id, location_id);
create index imports_hidden on imports (account_id) where hidden;
-- The tidying looks over all accounts for what nobody has touched for long.
create index imports_open on imports (updated_at) where state not in ('finished', 'undone', 'cancelled', 'failed');
select wall_off('imports');

-- The files as they came, in parts; gone when the import has ended.
create table import_parts (
  account_id uuid not null,
  import_id uuid not null,
  file integer not null,
  part integer not null,
  bytes bytea not null,
  primary key (account_id, import_id, file, part),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);
-- Exports compress well, but so does the database's own storage: what arrives is kept as it is.
alter table import_parts alter column bytes set storage external;
select wall_off('import_parts');

create table import_faults (
  account_id uuid not null,
  import_id uuid not null,
  number integer not null,
  line integer not null,
  column_name text,
  value text not null,
  fault text not null,
  primary key (account_id, import_id, number),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);
select wall_off('import_faults');

-- New versions of reviews that are there: kept until the rest of their import appears.
create table import_changes (
  account_id uuid not null,
  import_id uuid not null,
  external_id text not null,
  review jsonb not null,
  primary key (account_id, import_id, external_id),
  foreign key (account_id, import_id) references imports (account_id, id) on delete cascade
);
select wall_off('import_changes');

-- The import that added a review. Without a foreign key: imports go with their account only, and 200,000 checks of
-- one and the same row would cost more than the rest of their insert.
alter table reviews add column import_id uuid;
create index reviews_import on reviews (account_id, import_id) where import_id is not null;

-- A review that a sync has confirmed (it has a listing) is shown whatever its import does. The coalesce also keeps the
-- planner from taking "is of none of these imports" for a rare thing, which would cost every list its index.
drop policy tenant on reviews;
create policy tenant on reviews for all to kindling_app
  using (account_id = (select current_setting('app.account')::uuid)
    and (listing_id is not null or coalesce(import_id <> all (array(
      select i.id from imports i
       where i.account_id = (select current_setting('app.account')::uuid) and i.hidden)), true)))
  with check (account_id = (select current_setting('app.account')::uuid));

-- As in 0005, but a review of a hidden import does not count.
create or replace function count_inserted_reviews() returns trigger language plpgsql as $$
begin
  insert into review_days as d
    (account_id, source, location_id, listing_id, day, rating, recommendation, total, answered, with_text)
  select r.account_id, r.source, r.location_id,
         coalesce(r.listing_id, '00000000-0000-0000-0000-000000000000'),
         (r.written_at at time zone a.time_zone)::date, coalesce(r.rating, 0), coalesce(r.recommendation, ''),
         count(*), count(*) filter (where r.answered), count(r.text)
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
  insert into review_days as d
    (account_id, source, location_id, listing_id, day, rating, recommendation, total, answered, with_text)
  select r.account_id, r.source, r.location_id,
         coalesce(r.listing_id, '00000000-0000-0000-0000-000000000000'),
         (r.written_at at time zone a.time_zone)::date, coalesce(r.rating, 0), coalesce(r.recommendation, ''),
         sum(r.sign), coalesce(sum(r.sign) filter (where r.answered), 0),
         coalesce(sum(r.sign) filter (where r.text is not null), 0)
    from (select 1 as sign, n.account_id, n.source, n.location_id, n.listing_id, n.written_at, n.rating,
                 n.recommendation, n.answered, n.text, n.removed_at, n.import_id from new_rows n
          union all
          select -1, o.account_id, o.source, o.location_id, o.listing_id, o.written_at, o.rating,
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
         and (r.import_id is null or r.listing_id is not null or not exists (
           select from imports i where i.account_id = r.account_id and i.id = r.import_id and i.hidden))
       group by 1, 2, 3, 4, 5, 6, 7
    ) s
   where d.account_id = s.account_id and d.source = s.source and d.location_id = s.location_id
     and d.listing_id = s.listing_id and d.day = s.day and d.rating = s.rating
     and d.recommendation = s.recommendation;
  return null;
end $$;

-- The daily sums of a whole import, added when it is shown and taken away when it is hidden, in the same transaction.
create function count_whole_import() returns trigger language plpgsql as $$
declare
  sign integer := case when new.hidden then -1 else 1 end;
begin
  insert into review_days as d
    (account_id, source, location_id, listing_id, day, rating, recommendation, total, answered, with_text)
  select r.account_id, r.source, r.location_id, '00000000-0000-0000-0000-000000000000'::uuid,
         (r.written_at at time zone a.time_zone)::date, coalesce(r.rating, 0), coalesce(r.recommendation, ''),
         sign * count(*), sign * count(*) filter (where r.answered), sign * count(r.text)
    from reviews r join accounts a on a.id = r.account_id
   where r.account_id = new.account_id and r.import_id = new.id and r.listing_id is null and r.removed_at is null
   group by 1, 2, 3, 4, 5, 6, 7
   order by 1, 2, 3, 4, 5, 6, 7
  on conflict (account_id, source, location_id, listing_id, day, rating, recommendation) do update
     set total = d.total + excluded.total, answered = d.answered + excluded.answered,
         with_text = d.with_text + excluded.with_text;
  return new;
end $$;

-- Each at the moment when the policy still, or already, lets the rows be seen.
create trigger imports_uncounted before update of hidden on imports
  for each row when (new.hidden and not old.hidden) execute function count_whole_import();
create trigger imports_counted after update of hidden on imports
  for each row when (old.hidden and not new.hidden) execute function count_whole_import();
