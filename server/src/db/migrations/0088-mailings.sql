-- Mailings (slice: mailings): what an administrator writes to many people. No table of a tenant.

create table mailings (
  id uuid primary key,
  kind text not null check (kind in ('service', 'news')),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'finished', 'stopped')),
  -- To whom: a kind, and a language or a person.
  segment jsonb not null check (octet_length(segment::text) <= 1024),
  -- Subject and Markdown text by language.
  texts jsonb not null check (octet_length(texts::text) <= 400000),
  fallback text not null,
  per_minute integer not null check (per_minute between 1 and 600),
  -- Counts the changes, so that the second of two administrators learns of the first.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by uuid references users (id) on delete set null,
  confirmed_by uuid references users (id) on delete set null,
  -- How many people were confirmed, and how many rows of recipients there were then.
  recipients integer,
  listed integer,
  starts_at timestamptz,
  time_zone text,
  -- When the next part is due; null for what is not to be sent.
  next_part_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  stopped_by uuid references users (id) on delete set null,
  stop_reason text check (stop_reason in ('admin', 'confirmer-gone', 'restored')),
  check ((next_part_at is not null) = (state in ('scheduled', 'sending'))),
  check ((ended_at is not null) = (state in ('finished', 'stopped'))),
  check ((recipients is null) = (state = 'draft'))
);
create index mailings_changed on mailings (changed_at desc, id desc);
create index mailings_due on mailings (next_part_at) where next_part_at is not null;
create index mailings_changed_by on mailings (changed_by);
create index mailings_confirmed_by on mailings (confirmed_by);
create index mailings_stopped_by on mailings (stopped_by);
alter table mailings enable row level security;
alter table mailings force row level security;
create policy system on mailings for all to kindling_system using (true) with check (true);

-- The people whom an administrator confirmed. The list does not grow afterwards.
create table mailing_recipients (
  mailing_id uuid not null references mailings (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- waiting: not decided yet. queued: the mail is stored.
  state text not null check (state in ('waiting', 'queued', 'sent', 'failed', 'canceled', 'skipped')),
  skip_reason text check (skip_reason in ('blocked', 'unsubscribed', 'suppressed', 'changed')),
  -- The mail; its id follows from mailing and person, so a part that is repeated stores nothing twice.
  email_id uuid,
  -- Hash of an address that a mail server refused for good; the person gets no mailing at it again.
  refused_address bytea,
  unsubscribed_at timestamptz,
  primary key (mailing_id, user_id),
  check ((skip_reason is not null) = (state = 'skipped'))
);
create index mailing_recipients_person on mailing_recipients (user_id, mailing_id desc);
create index mailing_recipients_mail on mailing_recipients (email_id) where email_id is not null;
create index mailing_recipients_waiting on mailing_recipients (mailing_id, user_id) where state = 'waiting';
alter table mailing_recipients enable row level security;
alter table mailing_recipients force row level security;
create policy system on mailing_recipients for all to kindling_system using (true) with check (true);

-- Dead letters in the order of the administrator's list.
drop index emails_dead;
create index emails_dead on emails (ended_at desc, id desc) where state = 'dead';
