-- Maintenance (slice: maintenance): the read-only mode for upgrades and the notices on everybody's screens. No table of a tenant.

create table maintenance_mode (
  one boolean primary key default true check (one),
  -- Null while the product takes writes.
  read_only_since timestamptz,
  -- Null for a command of the terminal, and for a person who is gone.
  changed_by uuid references users (id) on delete set null,
  changed_at timestamptz,
  -- Counts the changes, so that of two administrators the second one sees that somebody was faster.
  version integer not null default 0
);
insert into maintenance_mode default values;
alter table maintenance_mode enable row level security;
alter table maintenance_mode force row level security;
create policy system on maintenance_mode for all to kindling_system using (true) with check (true);

create table maintenance_notices (
  id uuid primary key,
  tone text not null check (tone in ('info', 'warning')),
  -- Text by language. The language of `fallback` is among them.
  texts jsonb not null check (octet_length(texts::text) <= 16384),
  fallback text not null,
  shown_from timestamptz not null,
  -- When the work begins; null for a notice that announces no work.
  work_from timestamptz,
  -- The end of the work, and of the notice.
  shown_until timestamptz not null,
  version integer not null default 1,
  changed_by uuid references users (id) on delete set null,
  changed_at timestamptz not null default now(),
  check (shown_from < shown_until),
  check (work_from is null or work_from < shown_until)
);
create index maintenance_mode_changed_by on maintenance_mode (changed_by);
create index maintenance_notices_end on maintenance_notices (shown_until);
create index maintenance_notices_changed_by on maintenance_notices (changed_by);
alter table maintenance_notices enable row level security;
alter table maintenance_notices force row level security;
create policy system on maintenance_notices for all to kindling_system using (true) with check (true);

-- Every process reads both again: the read-only mode applies everywhere within a second.
create function tell_maintenance() returns trigger language plpgsql as $$
begin
  perform pg_notify('kindling', 'maintenance');
  return null;
end $$;
create trigger tell_changed after insert or update or delete on maintenance_mode for each statement
  execute function tell_maintenance();
create trigger tell_changed after insert or update or delete on maintenance_notices for each statement
  execute function tell_maintenance();

-- The administrator's dashboard (slice: admin-dashboard). A job counts; the page reads these two tables.

-- Counts of what happened in a period that begins at `period`: an hour, or a month (UTC) for money.
create table installation_counts (
  metric text not null,
  -- A state, an outcome or a currency; '' where the metric has no parts.
  part text not null,
  period timestamptz not null,
  value bigint not null,
  primary key (metric, period, part)
);
-- Counts of what there is, as of `counted_at`.
create table installation_figures (
  metric text not null,
  part text not null,
  value bigint not null,
  counted_at timestamptz not null,
  primary key (metric, part)
);
alter table installation_counts enable row level security;
alter table installation_counts force row level security;
create policy system on installation_counts for all to kindling_system using (true) with check (true);
alter table installation_figures enable row level security;
alter table installation_figures force row level security;
create policy system on installation_figures for all to kindling_system using (true) with check (true);

-- Rows arrive in the order of these times, so an index of ranges is small and finds the newest hours.
create index reviews_arrived on reviews using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index accounts_created on accounts (created_at);
create index invoices_paid on invoices (paid_at) where paid_at is not null;
create index emails_dead on emails (ended_at) where state = 'dead';
