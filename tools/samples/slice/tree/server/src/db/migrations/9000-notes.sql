-- Notes (slice: notes).

create table notes (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index notes_created on notes (created_at);
select wall_off('notes');
