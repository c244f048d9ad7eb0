-- The slice `backups`: what was backed up and restored, and the erasures that a restore does again.

-- Tells backups and erasure journals of one installation from those of another.
create table installation (
  one boolean primary key default true check (one),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

create table backups (
  id uuid primary key,
  began_at timestamptz not null,
  -- Renewed while it is made: a process that was killed stops doing so.
  alive_at timestamptz not null,
  finished_at timestamptz,
  bytes bigint,
  -- The class of the error when it failed.
  failure text
);
create index backups_began on backups (began_at desc);

-- `finished_at` null: the data is not complete, or what was erased since the backup is not erased again. Nothing is served then.
create table restores (
  backup_id uuid primary key,
  backup_began_at timestamptz not null,
  began_at timestamptz not null,
  loaded_at timestamptz,
  finished_at timestamptz
);

-- Ids only, so that the journal can be kept longer than what it is about, and outside of the database.
create table erasure_journal (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  act text not null check (act in ('deleted', 'disconnected', 'connected', 'withdrawn', 'discarded', 'suppressed')),
  subject text not null,
  keys jsonb not null
);
create index erasure_journal_at on erasure_journal (at);

do $$
declare
  wanted text;
begin
  foreach wanted in array array['installation', 'backups', 'restores', 'erasure_journal'] loop
    execute format('alter table %I enable row level security', wanted);
    execute format('alter table %I force row level security', wanted);
    execute format('create policy system on %I for all to kindling_system using (true) with check (true)', wanted);
    execute format('revoke all on %I from kindling_app', wanted);
  end loop;
end
$$;
-- Triggers write with the rights of whoever erases, who may not read or change what was written.
grant insert on erasure_journal to kindling_app;
create policy written_by_triggers on erasure_journal for insert to kindling_app with check (true);

-- Rows that go with their account are not noted: the deletion of the account is.
create function journal_deleted_rows() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  select 'deleted', tg_table_name, jsonb_agg(jsonb_build_object('account_id', r.account_id, 'id', r.id))
    from old_rows r where exists (select from accounts a where a.id = r.account_id)
  having count(*) > 0;
  return null;
end
$$;

-- Those that a platform no longer has are read from it again; the others have no other source.
create function journal_deleted_reviews() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  select 'deleted', 'reviews', jsonb_agg(jsonb_build_object('account_id', r.account_id, 'id', r.id))
    from old_rows r
   where (r.source = 'first-party' or r.import_id is not null)
     and exists (select from accounts a where a.id = r.account_id)
  having count(*) > 0;
  return null;
end
$$;

create function journal_deleted_memberships() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  select 'deleted', 'memberships', jsonb_agg(jsonb_build_object('account_id', r.account_id, 'user_id', r.user_id))
    from old_rows r where exists (select from accounts a where a.id = r.account_id)
  having count(*) > 0;
  return null;
end
$$;

create function journal_deleted_ids() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  select 'deleted', tg_table_name, jsonb_agg(jsonb_build_object('id', r.id)) from old_rows r having count(*) > 0;
  return null;
end
$$;

create function journal_act() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  values (tg_argv[0], tg_table_name, jsonb_build_array(jsonb_build_object('account_id', new.account_id, 'id', new.id)));
  return null;
end
$$;

-- The hash of the address is keyed by the account.
create function journal_suppression() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  values ('suppressed', tg_table_name, jsonb_build_array(jsonb_build_object(
    'account_id', new.account_id, 'id', new.id, 'address_hash', encode(new.address_hash, 'hex'), 'reason', new.reason)));
  return null;
end
$$;

create trigger journal_deleted after delete on accounts referencing old table as old_rows
  for each statement execute function journal_deleted_ids();
create trigger journal_deleted after delete on users referencing old table as old_rows
  for each statement execute function journal_deleted_ids();
create trigger journal_deleted after delete on memberships referencing old table as old_rows
  for each statement execute function journal_deleted_memberships();
create trigger journal_deleted after delete on connections referencing old table as old_rows
  for each statement execute function journal_deleted_rows();
create trigger journal_deleted after delete on listings referencing old table as old_rows
  for each statement execute function journal_deleted_rows();
create trigger journal_deleted after delete on feedback referencing old table as old_rows
  for each statement execute function journal_deleted_rows();
create trigger journal_deleted after delete on review_requests referencing old table as old_rows
  for each statement execute function journal_deleted_rows();
create trigger journal_deleted after delete on review_notes referencing old table as old_rows
  for each statement execute function journal_deleted_rows();
create trigger journal_deleted after delete on reviews referencing old table as old_rows
  for each statement execute function journal_deleted_reviews();

create trigger journal_disconnected after update on connections for each row
  when (old.status <> 'disconnected' and new.status = 'disconnected')
  execute function journal_act('disconnected');
create trigger journal_connected after update on connections for each row
  when (old.status = 'disconnected' and new.status <> 'disconnected')
  execute function journal_act('connected');
create trigger journal_withdrawn after update on submissions for each row
  when (old.state <> 'withdrawn' and new.state = 'withdrawn')
  execute function journal_act('withdrawn');
create trigger journal_discarded after update on submissions for each row
  when (old.state <> 'discarded' and new.state = 'discarded')
  execute function journal_act('discarded');
create trigger journal_withdrawn after update on feedback for each row
  when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function journal_act('withdrawn');
create trigger journal_suppressed after insert on review_request_suppressions for each row
  execute function journal_suppression();
