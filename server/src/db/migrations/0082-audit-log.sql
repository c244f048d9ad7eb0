-- The trails are append-only, sealed in one chain of hashes per account and one of the operator; personal values are in rows of
-- their own, of which an entry holds salted hashes only (slice: identity).

-- By part of `audit_personal`, the SHA-256 of its salt and its data, in hexadecimal digits.
alter table audit_entries add column personal jsonb not null default '{}';

-- `caller`: who called, and from which network. `member`: as whom an administrator called. `words`: what somebody wrote for the
-- trail, and names before and after a change.
create table audit_personal (
  account_id uuid not null,
  entry_id uuid not null,
  part text not null check (part in ('caller', 'member', 'words')),
  -- Whose values they are: they go when this person is deleted. Null for an API key. May belong to no account any more.
  person_id uuid,
  salt bytea not null check (octet_length(salt) = 16),
  data jsonb not null,
  at timestamptz not null default now(),
  primary key (account_id, entry_id, part),
  foreign key (account_id, entry_id) references audit_entries (account_id, id) on delete cascade
);
create index audit_personal_person on audit_personal (person_id, at desc) where person_id is not null;
create index audit_personal_at on audit_personal (at);
select wall_off('audit_personal');

-- The chain of an account: each hash covers the one before it and the entry.
create table audit_seals (
  account_id uuid not null references accounts (id) on delete cascade,
  position integer not null check (position > 0),
  entry_id uuid not null,
  hash bytea not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null default now(),
  primary key (account_id, position),
  unique (account_id, entry_id)
);
select wall_off('audit_seals');

-- Entries that the job has yet to seal. Whoever writes an entry adds to it and waits for nobody.
create table audit_unsealed (
  account_id uuid not null references accounts (id) on delete cascade,
  entry_id uuid not null,
  primary key (account_id, entry_id)
);
select wall_off('audit_unsealed');

create table operator_seals (
  position integer primary key check (position > 0),
  entry_id uuid not null unique,
  hash bytea not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null default now()
);
create table operator_unsealed (entry_id uuid primary key);
alter table operator_seals enable row level security;
alter table operator_seals force row level security;
create policy system on operator_seals for all to kindling_system using (true) with check (true);
alter table operator_unsealed enable row level security;
alter table operator_unsealed force row level security;
create policy system on operator_unsealed for all to kindling_system using (true) with check (true);

create function note_unsealed() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (account_id, entry_id) values (new.account_id, new.id);
  return null;
end $$;
create trigger note_unsealed after insert on audit_entries for each row execute function note_unsealed();
create function note_unsealed_of_operator() returns trigger language plpgsql as $$
begin
  insert into operator_unsealed (entry_id) values (new.id);
  return null;
end $$;
create trigger note_unsealed after insert on operator_entries for each row execute function note_unsealed_of_operator();

-- Whoever deletes a person deletes what the trails of all accounts say about them.
create function forget_person_in_trails() returns trigger language plpgsql as $$
begin
  delete from audit_personal where person_id = old.id;
  return null;
end $$;
create trigger forget_in_trails after delete on users for each row execute function forget_person_in_trails();

-- What earlier versions wrote.
alter table audit_entries no force row level security;
alter table audit_unsealed no force row level security;
insert into audit_unsealed (account_id, entry_id) select account_id, id from audit_entries;
alter table audit_entries force row level security;
alter table audit_unsealed force row level security;
alter table operator_entries no force row level security;
alter table operator_unsealed no force row level security;
insert into operator_unsealed (entry_id) select id from operator_entries;
alter table operator_entries force row level security;
alter table operator_unsealed force row level security;

-- The roles that statements run as add and read. Rows of an account that is deleted go by their foreign keys, whose triggers act
-- as the owner of the tables.
revoke update, delete, truncate on audit_entries, operator_entries, audit_seals, operator_seals
  from kindling_app, kindling_system;
revoke insert on audit_seals from kindling_app;
revoke update, truncate on audit_personal from kindling_app, kindling_system;
revoke delete on audit_personal from kindling_app;
revoke select, update, delete, truncate on audit_unsealed from kindling_app;

-- On a server the program signs in as the owner of the tables, whom grants do not bind. Deleting an account deletes these rows by
-- triggers of foreign keys, so they are at least the second trigger.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return null; end if;
  raise exception 'The audit log can only be added to.' using errcode = 'insufficient_privilege';
end $$;
create trigger refuse_change before update or delete or truncate on audit_entries execute function refuse_change();
create trigger refuse_change before update or delete or truncate on audit_seals execute function refuse_change();
create trigger refuse_change before update or delete or truncate on operator_entries execute function refuse_change();
create trigger refuse_change before update or delete or truncate on operator_seals execute function refuse_change();

-- Reading by account, person, administrator, action and time, newest first.
drop index audit_entries_at;
create index audit_entries_at on audit_entries (account_id, at desc, id desc);
create index audit_entries_account_action on audit_entries (account_id, action, at desc, id desc);
create index audit_entries_all_at on audit_entries (at desc, id desc);
create index audit_entries_user on audit_entries (user_id, at desc, id desc);
create index audit_entries_admin on audit_entries (admin_id, at desc, id desc) where admin_id is not null;
create index audit_entries_action on audit_entries (action, at desc, id desc);
create index operator_entries_admin on operator_entries (admin_id, at desc, id desc);
create index operator_entries_action on operator_entries (action, at desc, id desc);
