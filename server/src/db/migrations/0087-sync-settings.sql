-- What the operator sets for each connector (slice: connections). Null: the default of the program.
create table sync_settings (
  connector text primary key,
  -- Counts the changes, so that the second of two administrators learns of the first.
  version integer not null default 0,
  interval_minutes integer check (interval_minutes between 60 and 10080),
  fastest_interval_minutes integer check (fastest_interval_minutes between 60 and 10080),
  full_pass_days integer check (full_pass_days between 1 and 14),
  calls_per_minute integer check (calls_per_minute between 1 and 100000),
  -- No run begins or goes on while it is set.
  paused_at timestamptz
);
alter table sync_settings enable row level security;
alter table sync_settings force row level security;
create policy system on sync_settings for all to kindling_system using (true) with check (true);
create policy readable on sync_settings for select to kindling_app using (true);

-- Calls of the current minute and of the one before.
alter table platform_rate_limits
  add column minute_start timestamptz,
  add column minute_calls integer not null default 0,
  add column previous_minute_calls integer not null default 0;

alter table listings
  -- Whether somebody chose `sync_interval_minutes`; otherwise the default of the connector holds.
  add column interval_chosen boolean not null default false,
  -- The operator's pause, beside the owner's.
  add column operator_paused_at timestamptz,
  -- Runs in a row that failed.
  add column failures integer not null default 0;

alter table listings no force row level security;
alter table sync_runs no force row level security;
update listings set interval_chosen = true where sync_interval_minutes <> 360;
update listings l set failures = 1
 where (select outcome from sync_runs r where r.account_id = l.account_id and r.listing_id = l.id
         order by started_at desc limit 1) = 'failed';
alter table listings force row level security;
alter table sync_runs force row level security;

-- The operator's list over all accounts: what is read next comes first, and what is paused last.
create index listings_schedule on listings
  ((case when paused or operator_paused_at is not null then timestamptz '9999-12-31 00:00:00+00' else next_sync_at end), id);
create index listings_failing on listings
  ((case when paused or operator_paused_at is not null then timestamptz '9999-12-31 00:00:00+00' else next_sync_at end), id)
  where failures > 0;
create index listings_at_rest on listings (id) where paused or operator_paused_at is not null;
create index listings_not_ok on listings
  (state, (case when paused or operator_paused_at is not null then timestamptz '9999-12-31 00:00:00+00' else next_sync_at end), id)
  where state <> 'ok';

-- The pace of the last hours, over all accounts.
create index sync_runs_finished on sync_runs (finished_at) where finished_at is not null;

alter table deletion_requests
  add column attempts integer not null default 0,
  add column last_attempt_at timestamptz;
create index deletion_requests_received on deletion_requests (received_at desc);
