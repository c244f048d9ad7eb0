-- An administrator acts as a member for at most an hour. The row is what the administrator's requests name; its end is final.

create table acting_sessions (
  id uuid primary key,
  admin_id uuid not null references users (id) on delete cascade,
  -- The sign-in of the administrator; null where the provider's tokens name none.
  sign_in_id text,
  -- Deleted by the erasure of the account.
  target_account uuid not null,
  target_user uuid not null references users (id) on delete cascade,
  reason text not null check (char_length(reason) between 3 and 500),
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_cause text check (end_cause in ('left', 'expired', 'signed-out', 'role-lost', 'blocked', 'member-changed')),
  check (expires_at <= started_at + interval '60 minutes'),
  check ((ended_at is null) = (end_cause is null))
);
-- An administrator acts as one member at a time.
create unique index acting_sessions_open on acting_sessions (admin_id) where ended_at is null;
create index acting_sessions_admin on acting_sessions (admin_id);
create index acting_sessions_account on acting_sessions (target_account);
create index acting_sessions_user on acting_sessions (target_user);
create index acting_sessions_expires on acting_sessions (expires_at) where ended_at is null;
alter table acting_sessions enable row level security;
alter table acting_sessions force row level security;
create policy system on acting_sessions for all to kindling_system using (true) with check (true);

-- Streams of an administrator end with the acting session.
create function tell_acting_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('kindling', 'sign-ins ' || new.admin_id);
  return null;
end $$;
create trigger tell_ended after update on acting_sessions for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function tell_acting_sessions();

-- What administrators do that concerns no single account, or more than one.
create table operator_entries (
  id uuid primary key,
  -- Null for a command of the terminal. Stays when the person is deleted.
  admin_id uuid,
  action text not null,
  target text,
  concerned_account uuid,
  details jsonb not null default '{}',
  request_id text,
  at timestamptz not null default now()
);
create index operator_entries_at on operator_entries (at desc, id desc);
create index operator_entries_account on operator_entries (concerned_account, at desc) where concerned_account is not null;
alter table operator_entries enable row level security;
alter table operator_entries force row level security;
create policy system on operator_entries for all to kindling_system using (true) with check (true);

alter table audit_entries drop constraint audit_entries_actor_check;
alter table audit_entries add constraint audit_entries_actor_check
  check (actor in ('person', 'api-key', 'acting-admin', 'operator', 'system'));

-- A role change ends streams, as a block does.
drop trigger tell_shut_out on users;
create trigger tell_shut_out after update on users for each row
  when (old.blocked_at is distinct from new.blocked_at or old.tokens_valid_from is distinct from new.tokens_valid_from
    or old.role is distinct from new.role)
  execute function tell_sign_ins();
