-- Outgoing mail (slice: mail). A row is made in the transaction of what the mail is about and lives on as its record.
-- The first mails of a person are sent before there is an account, so account_id may be empty; such rows are seen by
-- the system's own work alone.

create table emails (
  id uuid primary key,
  account_id uuid references accounts (id) on delete cascade,
  recipient text not null,
  template text not null,
  locale text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'dead')),
  attempts integer not null default 0,
  -- The mail itself, sealed, because it may hold a one-time link; wiped once it was sent.
  sealed text,
  -- The last words of the mail server, or of the way to it.
  provider_answer text,
  created_at timestamptz not null,
  -- While queued: not before this. While sending: when whoever sends is taken for dead.
  next_try_at timestamptz not null,
  give_up_at timestamptz not null,
  ended_at timestamptz,
  check ((sealed is null) <= (state = 'sent')),
  check ((ended_at is null) = (state in ('queued', 'sending')))
);
create index emails_account on emails (account_id, created_at desc);
create index emails_due on emails (next_try_at) where state in ('queued', 'sending');
create index emails_ended on emails (ended_at) where ended_at is not null;
select wall_off('emails');
