-- Invitations by e-mail (slice: review-requests; docs/decisions/0081-invitations-by-mail.md).

-- A campaign: one mail to one list of customers.
create table review_requests (
  account_id uuid not null,
  id uuid not null,
  business_id uuid not null,
  pipeline_id uuid,
  -- Null: the page asks where the business has several.
  location_id uuid,
  name text not null,
  state text not null
    check (state in ('scheduled', 'sending', 'reminding', 'paused', 'finished', 'canceled')),
  language text not null,
  subject text not null,
  message text not null,
  reminder_days smallint,
  reminder_subject text,
  reminder_message text,
  postal_address text not null,
  consent_basis text not null check (consent_basis in ('agreed', 'customer')),
  consent_source text not null,
  -- The zone of `starts_at`, whose time of day is also that of the following days.
  time_zone text not null,
  starts_at timestamptz not null,
  -- Null: nothing is left to send.
  next_send_at timestamptz,
  last_sent_at timestamptz,
  addresses_erased_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, business_id) references businesses (account_id, id) on delete cascade,
  foreign key (account_id, pipeline_id) references pipelines (account_id, id) on delete set null (pipeline_id),
  foreign key (account_id, location_id) references locations (account_id, id) on delete cascade,
  check ((reminder_days is null) = (reminder_subject is null)),
  check ((reminder_days is null) = (reminder_message is null))
);
create index review_requests_due on review_requests (next_send_at)
  where next_send_at is not null and state in ('scheduled', 'sending', 'reminding');
create index review_requests_business on review_requests (account_id, business_id);
create index review_requests_pipeline on review_requests (account_id, pipeline_id);
create index review_requests_location on review_requests (account_id, location_id);
select wall_off('review_requests');
select limit_to_locations('review_requests');

create table review_request_recipients (
  account_id uuid not null,
  -- Made from the campaign and the position, so that a link needs no database.
  id uuid not null,
  request_id uuid not null,
  -- From 0, in the order of the list.
  position smallint not null,
  -- All three are null once erased.
  email text,
  name text,
  address_hash bytea,
  -- `queued`: the mail is stored, and no mail server took it yet.
  state text not null check (state in ('waiting', 'queued', 'sent', 'refused', 'bounced', 'unsubscribed', 'skipped')),
  skipped_for text check (skipped_for in ('suppressed', 'invited-lately', 'canceled')),
  -- When the mail server took the mail.
  sent_at timestamptz,
  -- The stored mail; its id is its Message-ID, which reports of mail servers name.
  email_id uuid,
  -- When the reminder is due; null without one, and once it was sent or is not needed any more.
  remind_at timestamptz,
  -- When the mail server took the reminder.
  reminded_at timestamptz,
  reminder_email_id uuid,
  -- Of the reminder alone: the invitation stays sent.
  reminder_refused boolean not null default false,
  -- The first rating by the personal link.
  answered_at timestamptz,
  -- The submission with that rating, so that the same one sent again counts as the first one too.
  submission_id uuid,
  primary key (account_id, id),
  foreign key (account_id, request_id) references review_requests (account_id, id) on delete cascade,
  check ((skipped_for is not null) = (state = 'skipped'))
);
create unique index review_request_recipients_list on review_request_recipients (account_id, request_id, position);
create index review_request_recipients_waiting on review_request_recipients (account_id, request_id, position)
  where state = 'waiting';
create index review_request_recipients_reminder on review_request_recipients (account_id, request_id, remind_at)
  where remind_at is not null;
create index review_request_recipients_address on review_request_recipients (account_id, address_hash)
  where address_hash is not null;
create index review_request_recipients_mail on review_request_recipients (email_id) where email_id is not null;
create index review_request_recipients_reminder_mail on review_request_recipients (reminder_email_id)
  where reminder_email_id is not null;
select wall_off('review_request_recipients');
select limit_to_locations('review_request_recipients', 'request_id in (select id from review_requests)');

-- When an address was invited last, also after its campaign was deleted: it gets no second invitation for a while.
create table review_request_contacts (
  account_id uuid not null references accounts (id) on delete cascade,
  address_hash bytea not null,
  -- a***@example.com
  masked text not null,
  invited_at timestamptz not null,
  primary key (account_id, address_hash)
);
create index review_request_contacts_invited on review_request_contacts (invited_at);
select wall_off('review_request_contacts');

-- Addresses to which an account sends no invitations.
create table review_request_suppressions (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  address_hash bytea not null,
  masked text not null,
  reason text not null check (reason in ('member', 'unsubscribed', 'complained', 'refused', 'bounced')),
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index review_request_suppressions_address on review_request_suppressions (account_id, address_hash);
create index review_request_suppressions_list on review_request_suppressions (account_id, created_at desc, id desc);
select wall_off('review_request_suppressions');

-- Mails per day of the account, reminders included; counts what a deleted campaign sent too.
create table review_request_days (
  account_id uuid not null references accounts (id) on delete cascade,
  -- In the time zone that the account had.
  day date not null,
  -- Counted as well, because another time zone would begin another day.
  utc_day date not null,
  sent integer not null default 0,
  tests integer not null default 0,
  primary key (account_id, day, utc_day)
);
select wall_off('review_request_days');

-- Whether the review of a submission says that the business invited its author: the first one by a personal link does.
alter table submissions add column invited boolean not null default false;

-- A campaign without its page sends nothing more: its next part, which is due at once, ends it with its recipients.
create function end_review_requests() returns trigger language plpgsql as $$
begin
  if new.pipeline_id is null and new.next_send_at is not null then
    new.next_send_at := new.created_at;
  end if;
  return new;
end $$;
create trigger end_without_page before update of pipeline_id on review_requests for each row
  execute function end_review_requests();

create trigger tell_page after insert or delete on review_requests for each row execute function tell_changed_page();
