-- Runs of the sync and what they set aside (slice: sync).

create table sync_runs (
  account_id uuid not null,
  id uuid not null,
  listing_id uuid not null,
  trigger text not null check (trigger in ('first', 'schedule', 'manual', 'notification')),
  outcome text not null default 'running' check (outcome in ('running', 'succeeded', 'partial', 'failed')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Where to go on: written in the same transaction as the page before it.
  cursor text,
  seen integer not null default 0,
  expected integer,
  added integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  set_aside integer not null default 0,
  requests integer not null default 0,
  attempts integer not null default 1,
  error_code text,
  error_message text,
  next_try_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, listing_id) references listings (account_id, id) on delete cascade
);
create index sync_runs_listing on sync_runs (account_id, listing_id, started_at desc);
create unique index sync_runs_one_open on sync_runs (account_id, listing_id) where outcome = 'running';
select wall_off('sync_runs');

-- Items whose shape we could not read. The body is not kept, only the hash that finds it in the platform's answer.
create table set_aside_items (
  account_id uuid not null,
  listing_id uuid not null,
  hash text not null,
  reason text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (account_id, listing_id, hash),
  foreign key (account_id, listing_id) references listings (account_id, id) on delete cascade
);
select wall_off('set_aside_items');
