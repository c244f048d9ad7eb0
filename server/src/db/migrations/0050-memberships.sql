-- One person may belong to several accounts, and an account has several members (slice: identity). Until now each user
-- was the only one of an account, so each becomes its owner.

create table memberships (
  account_id uuid not null references accounts (id) on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'manager', 'responder', 'viewer')),
  -- False limits the member to the rows of membership_locations, which may be none.
  all_locations boolean not null default true,
  -- Choices about mails of this account; the program reads every field with a default.
  alerts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (account_id, user_id),
  check (all_locations or role <> 'owner')
);
create index memberships_user on memberships (user_id, created_at);

create table membership_locations (
  account_id uuid not null,
  user_id uuid not null,
  location_id uuid not null,
  primary key (account_id, user_id, location_id),
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade,
  foreign key (account_id, location_id) references locations (account_id, id) on delete cascade
);
create index membership_locations_location on membership_locations (account_id, location_id);

alter table users no force row level security;
alter table user_pictures no force row level security;
insert into memberships (account_id, user_id, role, alerts, created_at)
  select account_id, id, 'owner', alerts, registered_at from users;

-- The person: one row per identity and address, in no account of its own.
drop policy tenant on users;
drop policy tenant on user_pictures;
alter table user_pictures drop constraint user_pictures_account_id_user_id_fkey;
alter table user_pictures drop constraint user_pictures_pkey;
alter table user_pictures drop column account_id;
alter table users drop constraint users_pkey;
alter table users drop column account_id;
alter table users drop column alerts;
alter table users add primary key (id);
alter table user_pictures add primary key (user_id);
alter table user_pictures add foreign key (user_id) references users (id) on delete cascade;
alter table memberships add foreign key (user_id) references users (id) on delete cascade;
alter table users force row level security;
alter table user_pictures force row level security;

select wall_off('memberships');
select wall_off('membership_locations');
-- An account reads the people who are its members. Only the person changes their own rows; `app.user` names them.
create policy tenant on users for select to kindling_app using (exists (
  select from memberships m
   where m.account_id = (select current_setting('app.account')::uuid) and m.user_id = users.id));
create policy tenant on user_pictures for select to kindling_app using (exists (
  select from memberships m
   where m.account_id = (select current_setting('app.account')::uuid) and m.user_id = user_pictures.user_id));
create policy person on users for update to kindling_app
  using (id = (select nullif(current_setting('app.user', true), '')::uuid))
  with check (id = (select nullif(current_setting('app.user', true), '')::uuid));
create policy person on user_pictures for all to kindling_app
  using (user_id = (select nullif(current_setting('app.user', true), '')::uuid))
  with check (user_id = (select nullif(current_setting('app.user', true), '')::uuid));

-- A stream that is open checks again who its caller is when the membership or its locations change.
create function notify_membership() returns trigger language plpgsql as $$
begin
  perform pg_notify('kindling', 'sign-ins ' || coalesce(old.user_id, new.user_id));
  return null;
end $$;
create trigger notify_changed after update of role, all_locations or delete on memberships for each row
  execute function notify_membership();
create trigger notify_changed after insert or delete on membership_locations for each row
  execute function notify_membership();

-- Who acted: a person, an API key, an administrator as a member (then `user_id` is the member), or the program itself.
alter table audit_entries
  add column actor text not null default 'person' check (actor in ('person', 'api-key', 'acting-admin', 'system')),
  add column api_key_id uuid,
  add column admin_id uuid;
alter table audit_entries no force row level security;
update audit_entries set actor = 'system' where user_id is null;
alter table audit_entries force row level security;
alter table audit_entries alter column actor drop default;
