-- What sources and their sync need to be trusted (slices: connections, reviews, sync).

alter table connections
  add column status_since timestamptz not null default now(),
  -- Whoever renews the tokens holds this, so that a rotating refresh token is used once.
  add column renewal_until timestamptz,
  -- After a disconnect with a delay; connecting again before takes it back.
  add column delete_content_at timestamptz;
create index connections_deletion on connections (delete_content_at) where delete_content_at is not null;

alter table listings
  add column state text not null default 'ok' check (state in ('ok', 'unverified', 'closed', 'gone')),
  -- The newest change that a finished run has read, by the platform's clock: ground known from there back.
  add column watermark_at timestamptz,
  -- Set together: so many reviews were missing at once that none was removed.
  add column held_back_count integer,
  add column held_back_since timestamptz,
  add column removals_accepted_at timestamptz;

alter table reviews
  -- Absent from a complete pass, without proof yet that it is gone.
  add column missing_at timestamptz,
  -- Not confirmed for as long as the platform allows to keep it: text, author and picture were deleted.
  add column wiped_at timestamptz;
create index reviews_missing on reviews (account_id, listing_id) where missing_at is not null and removed_at is null;

alter table sync_runs
  add column kind text not null default 'newest' check (kind in ('newest', 'full')),
  -- The newest change at the head when the reading began: the next watermark.
  add column head_at timestamptz,
  add column page integer not null default 0,
  -- The furthest that any try of this run came: only getting further makes tries count anew.
  add column furthest_page integer not null default 0,
  add column removed integer not null default 0,
  add column restored integer not null default 0;

-- What a full pass has seen, a page a row, so that it survives its worker and is small beside the reviews.
create table pass_pages (
  account_id uuid not null,
  run_id uuid not null,
  page integer not null,
  review_ids uuid[] not null,
  primary key (account_id, run_id, page),
  foreign key (account_id, run_id) references sync_runs (account_id, id) on delete cascade
);
select wall_off('pass_pages');

create table platform_wishes (
  account_id uuid not null references accounts (id) on delete cascade,
  platform text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, platform)
);
select wall_off('platform_wishes');

-- How fast each platform is asked, over all accounts and workers: a bucket of calls, and a pause that it asked for.
create table platform_pace (
  platform text primary key,
  calls double precision not null,
  refilled_at timestamptz not null default now(),
  paused_until timestamptz,
  -- Failures without an answer in a row; enough of them open the breaker.
  failures integer not null default 0
);
alter table platform_pace enable row level security;
alter table platform_pace force row level security;
create policy system on platform_pace for all to kindling_system using (true) with check (true);
