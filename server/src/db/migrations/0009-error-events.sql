-- Error events (slice: errors) and sent drafts of the help form (slice: help). Both are the operator's, not a
-- tenant's: only the system role reads and writes them.

create table error_events (
  -- Hash of what makes two errors the same one.
  fingerprint text primary key,
  origin text not null check (origin in ('browser', 'server')),
  message text not null,
  stack text,
  route text not null,
  -- Whom it happened to last; null when nobody was signed in. Not named account_id: the row is not the account's.
  last_account uuid references accounts (id) on delete set null,
  last_request text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  count bigint not null default 1,
  level text not null default 'error' check (level in ('error', 'warn')),
  state text not null default 'open' check (state in ('open', 'resolved', 'ignored'))
);
create index error_events_last_seen on error_events (last_seen_at);
create index error_events_first_seen on error_events (first_seen_at);
create index error_events_last_account on error_events (last_account);

create table help_drafts (
  -- Hash of the sender and the draft; nothing of the message.
  key text primary key,
  reference text not null,
  sent_at timestamptz not null
);
create index help_drafts_sent on help_drafts (sent_at);

do $$
declare
  walled regclass;
begin
  foreach walled in array array['error_events', 'help_drafts']::regclass[] loop
    execute format('alter table %s enable row level security', walled);
    execute format('alter table %s force row level security', walled);
    execute format('create policy system on %s for all to kindling_system using (true) with check (true)', walled);
  end loop;
end $$;
