-- What people choose for themselves, and the end of an account (slice: identity).

alter table users
  -- Choices about mails; the program reads every field with a default.
  add column alerts jsonb not null default '{}',
  -- Access tokens issued before this moment are refused: "sign out everywhere".
  add column tokens_valid_from timestamptz;
-- From here on the hash of the person's own picture. What was here before led to other sites, and showing it would
-- have told them who reads. (An update would meet row-level security, which holds for the owner too.)
alter table users drop column picture;
alter table users add column picture text;

create table user_pictures (
  account_id uuid not null,
  user_id uuid not null,
  -- SHA-256 of the bytes, in hex: its name in addresses.
  hash text not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) <= 163840),
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
select wall_off('user_pictures');

alter table accounts
  add column deletion_scheduled_for timestamptz,
  -- Set when the deletion itself begins; from here on nobody gets in and nothing is taken back.
  add column erasing_since timestamptz;
-- The daily look for accounts whose time has come.
create index accounts_deletion on accounts (deletion_scheduled_for) where deletion_scheduled_for is not null;

-- What is left of a deleted account: that it was, and when. Beside it, only while the deletion runs, what a run that
-- was cut off still has to undo outside of the account's own rows.
create table account_erasures (
  erased_account uuid primary key,
  begun_at timestamptz not null default now(),
  finished_at timestamptz,
  pending jsonb
);
alter table account_erasures enable row level security;
alter table account_erasures force row level security;
create policy system on account_erasures for all to kindling_system using (true) with check (true);
