-- Accounts and users (slice: identity). Every tenant table's key begins with account_id, every foreign key
-- between tenant tables carries it, and wall_off() puts row-level security in front.

create function wall_off(walled regclass, tenant_column text default 'account_id') returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', walled);
  execute format('alter table %s force row level security', walled);
  -- The sub-select is evaluated once per statement; an unset account raises, so a query without a tenant fails.
  execute format(
    'create policy tenant on %s for all to kindling_app
       using (%I = (select current_setting(''app.account'')::uuid))
       with check (%I = (select current_setting(''app.account'')::uuid))',
    walled, tenant_column, tenant_column);
  execute format('create policy system on %s for all to kindling_system using (true) with check (true)', walled);
end $$;

create table accounts (
  id uuid primary key,
  name text not null,
  time_zone text not null default 'UTC',
  locale text not null default 'en',
  market text not null default 'other' check (market in ('us', 'uk', 'eu', 'other')),
  trial_ends_at timestamptz not null,
  created_at timestamptz not null default now()
);
select wall_off('accounts', 'id');

create table users (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  issuer text not null,
  sub text not null,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  display_name text not null default '',
  picture text,
  role text not null default 'Regular' check (role in ('Regular', 'Super Admin')),
  locale text not null default 'en',
  registered_at timestamptz not null default now(),
  last_login_at timestamptz,
  blocked_at timestamptz,
  primary key (account_id, id)
);
-- Who somebody is does not depend on a tenant: the bearer names issuer and sub, and the account follows from it.
create unique index users_identity on users (issuer, sub);
create unique index users_email on users (lower(email));
select wall_off('users');

create table audit_entries (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  user_id uuid,
  action text not null,
  target text,
  details jsonb not null default '{}',
  request_id text,
  at timestamptz not null default now(),
  primary key (account_id, id)
);
create index audit_entries_at on audit_entries (account_id, at desc);
select wall_off('audit_entries');
