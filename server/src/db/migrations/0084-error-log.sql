-- The operator's error log (slice: errors): groups of events (`error_events`) get an address, a history and a trend; the
-- newest events of each group are kept as samples; rules of the operator mute events that need nobody's attention.

create table error_rules (
  id uuid primary key,
  -- Each condition that is not null must hold.
  origin text check (origin in ('server', 'job', 'sign-in', 'browser', 'page')),
  match text check (match in ('contains', 'starts-with')),
  text text,
  route text,
  created_at timestamptz not null,
  created_by uuid references users (id) on delete set null,
  -- Events that the rule has muted.
  muted bigint not null default 0,
  last_muted_at timestamptz,
  check ((match is null) = (text is null)),
  check (text is not null or route is not null)
);
create index error_rules_created_by on error_rules (created_by);

alter table error_events
  add column id uuid not null default gen_random_uuid(),
  -- The build whose code the stack names.
  add column release text,
  -- Rises with each change of the state.
  add column version integer not null default 1,
  add column state_changed_at timestamptz,
  -- The rule that ignores the group, because it has muted all its events.
  add column rule_id uuid references error_rules (id) on delete set null,
  add column muted bigint not null default 0,
  drop constraint error_events_origin_check,
  add constraint error_events_origin_check check (origin in ('server', 'job', 'sign-in', 'browser', 'page'));
create unique index error_events_id on error_events (id);
create index error_events_rule on error_events (rule_id);
-- The pages of the list, of all groups and of those in one state.
create index error_events_newest on error_events (last_seen_at desc, id desc);
create index error_events_newest_of_state on error_events (state, last_seen_at desc, id desc);
drop index error_events_last_seen;

create table error_counts (
  fingerprint text not null references error_events (fingerprint) on delete cascade,
  bucket text not null check (bucket in ('hour', 'day')),
  -- In UTC.
  starts_at timestamptz not null,
  count bigint not null,
  primary key (fingerprint, bucket, starts_at)
);
create index error_counts_starts on error_counts (starts_at);

create table error_samples (
  id uuid primary key,
  fingerprint text not null references error_events (fingerprint) on delete cascade,
  at timestamptz not null,
  message text not null,
  route text not null,
  request_id text,
  -- Whom it happened to. Not named account_id: the row is not the account's, and only the id leaves with the account.
  account uuid references accounts (id) on delete set null,
  release text
);
create index error_samples_newest on error_samples (fingerprint, at desc, id desc);
create index error_samples_request on error_samples (request_id);
create index error_samples_account on error_samples (account);
create index error_samples_at on error_samples (at);

create table error_changes (
  id uuid primary key,
  fingerprint text not null references error_events (fingerprint) on delete cascade,
  at timestamptz not null,
  -- Null: the error came back by itself, or the admin has left.
  admin_id uuid references users (id) on delete set null,
  returned boolean not null default false,
  state text not null check (state in ('open', 'resolved', 'ignored')),
  note text not null default ''
);
create index error_changes_newest on error_changes (fingerprint, at desc, id desc);
create index error_changes_admin on error_changes (admin_id);

do $$
declare
  walled regclass;
begin
  foreach walled in array array['error_rules', 'error_counts', 'error_samples', 'error_changes']::regclass[] loop
    execute format('alter table %s enable row level security', walled);
    execute format('alter table %s force row level security', walled);
    execute format('create policy system on %s for all to kindling_system using (true) with check (true)', walled);
  end loop;
end $$;
