-- Collecting reviews (slices: pipelines, codes, submissions, feedback; docs/decisions/0075-how-collecting-works.md).

-- What a location's visitors can choose to write at; the order is the owner's.
create table destinations (
  account_id uuid not null,
  id uuid not null,
  location_id uuid not null,
  position integer not null,
  -- A listing has its address from its platform; every other destination has its own.
  listing_id uuid,
  source text,
  label text,
  url text,
  -- Not shown, because the owner switched it off.
  hidden boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, location_id) references locations (account_id, id) on delete cascade,
  foreign key (account_id, listing_id) references listings (account_id, id) on delete cascade,
  check ((listing_id is null) = (url is not null)),
  check ((listing_id is null) = (label is not null))
);
create index destinations_location on destinations (account_id, location_id, position);
create unique index destinations_listing on destinations (account_id, listing_id);
select wall_off('destinations');
select limit_to_locations('destinations');

-- A pipeline without a location is for all locations of its business. A limited member sees it when one of them is theirs;
-- the slice lets nobody with a limit change it.
create table pipelines (
  account_id uuid not null,
  id uuid not null,
  business_id uuid not null,
  location_id uuid,
  name text not null,
  -- The end of the plain link: /c/<slug>.
  slug text not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, business_id) references businesses (account_id, id) on delete cascade,
  foreign key (account_id, location_id) references locations (account_id, id) on delete cascade
);
create unique index pipelines_slug on pipelines (slug);
create index pipelines_business on pipelines (account_id, business_id);
create index pipelines_location on pipelines (account_id, location_id);
select wall_off('pipelines');
select limit_to_locations('pipelines',
  'case when location_id is null then business_id in (select business_id from locations)
        else location_id = any ((select current_setting(''app.locations'')::uuid[])::uuid[]) end');

-- Plain links that a pipeline had before; they lead to it still.
create table former_slugs (
  account_id uuid not null,
  slug text not null,
  pipeline_id uuid not null,
  -- When the pipeline got another one.
  created_at timestamptz not null default now(),
  primary key (account_id, slug),
  foreign key (account_id, pipeline_id) references pipelines (account_id, id) on delete cascade
);
create unique index former_slugs_slug on former_slugs (slug);
create index former_slugs_pipeline on former_slugs (account_id, pipeline_id);
select wall_off('former_slugs');
select limit_to_locations('former_slugs', 'pipeline_id in (select id from pipelines)');

-- QR codes and NFC cards. A code outlives its pipeline: without one, its page shows the public links.
create table codes (
  account_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('qr', 'nfc')),
  code text not null,
  business_id uuid not null,
  pipeline_id uuid,
  -- Null: the page asks for the location where the business has several.
  location_id uuid,
  name text not null,
  -- A table, a person, a counter: codes that were made together.
  series text,
  -- Made with its pipeline, and not changed by anybody since.
  first boolean not null default false,
  design jsonb not null default '{}',
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, business_id) references businesses (account_id, id) on delete cascade,
  foreign key (account_id, pipeline_id) references pipelines (account_id, id) on delete set null (pipeline_id),
  foreign key (account_id, location_id) references locations (account_id, id) on delete set null (location_id)
);
create unique index codes_code on codes (code);
create index codes_list on codes (account_id, kind, created_at desc, id desc);
create index codes_business on codes (account_id, business_id);
create index codes_pipeline on codes (account_id, pipeline_id);
create index codes_location on codes (account_id, location_id);
select wall_off('codes');
select limit_to_locations('codes',
  'case when location_id is null then business_id in (select business_id from locations)
        else location_id = any ((select current_setting(''app.locations'')::uuid[])::uuid[]) end');

-- What is left of codes and slugs whose account, business or pipeline was deleted: printed codes never end.
create table retired_codes (
  code text primary key,
  business_name text,
  -- [{"source": text or null, "label": text, "url": text}], in the owner's order.
  destinations jsonb not null default '[]',
  retired_at timestamptz not null default now()
);
alter table retired_codes enable row level security;
alter table retired_codes force row level security;
create policy system on retired_codes for all to kindling_system using (true) with check (true);

-- One visit that rated: the source of a first-party review. The review itself is a row of `reviews` with the same id while
-- the state is `shown`.
create table submissions (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  pipeline_id uuid not null,
  location_id uuid not null,
  door text not null check (door in ('qr', 'nfc', 'link', 'kiosk', 'invitation')),
  -- The QR code or NFC card, or the recipient of the invitation.
  door_id uuid,
  state text not null check (state in ('shown', 'held', 'discarded', 'withdrawn')),
  -- Why it is or was held: closed words.
  held_for text[] not null default '{}',
  rating smallint check (rating between 1 and 5),
  thumb text check (thumb in ('up', 'down')),
  text text,
  -- SHA-256 of the text without case, space and punctuation; finds the same text sent twice.
  text_hash bytea,
  -- The private message of a held submission; once it is shown, the message is in `feedback`.
  message text,
  -- Who wrote it: {"authorName", "contact", "consentText", "consentedAt"}. Not the author of the review, which is public.
  message_person jsonb,
  author_name text,
  contact text,
  -- [{"question": text, "answer": text}].
  answers jsonb not null default '[]',
  locale text not null,
  -- What the visitor agreed to, word for word, and when.
  consent_text text,
  consented_at timestamptz,
  created_at timestamptz not null,
  -- When the rating was given as it is: of two that arrive in the wrong order the later one counts.
  rated_at timestamptz not null default now(),
  reviewed_at timestamptz,
  -- One message is taken.
  messaged_at timestamptz,
  judged_at timestamptz,
  judged_by uuid,
  withdrawn_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, location_id) references locations (account_id, id) on delete cascade,
  check ((rating is null) <> (thumb is null) or state in ('discarded', 'withdrawn'))
);
create index submissions_location on submissions (account_id, location_id);
create index submissions_held on submissions (account_id, created_at desc, id desc) where state = 'held';
create index submissions_text on submissions (account_id, text_hash, created_at) where text_hash is not null;
select wall_off('submissions');
select limit_to_locations('submissions');

-- A message for the owner alone.
create table feedback (
  account_id uuid not null,
  -- The id of its submission.
  id uuid not null,
  location_id uuid not null,
  state text not null default 'new' check (state in ('new', 'in-progress', 'resolved')),
  message text,
  author_name text,
  contact text,
  consent_text text,
  consented_at timestamptz,
  assignee_id uuid,
  created_at timestamptz not null,
  resolved_at timestamptz,
  withdrawn_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, id) references submissions (account_id, id) on delete cascade,
  foreign key (account_id, location_id) references locations (account_id, id) on delete cascade
);
create index feedback_list on feedback (account_id, created_at desc, id desc);
create index feedback_new on feedback (account_id) where state = 'new' and withdrawn_at is null;
create index feedback_location on feedback (account_id, location_id);
select wall_off('feedback');
select limit_to_locations('feedback');

-- Notes of the team, and answers that went to the visitor by mail.
create table feedback_entries (
  account_id uuid not null,
  id uuid not null,
  feedback_id uuid not null,
  kind text not null check (kind in ('note', 'answer')),
  text text not null,
  author_id uuid,
  -- The stored mail of an answer.
  email_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, feedback_id) references feedback (account_id, id) on delete cascade
);
create index feedback_entries_feedback on feedback_entries (account_id, feedback_id, created_at);
select wall_off('feedback_entries');
select limit_to_locations('feedback_entries', 'feedback_id in (select id from feedback)');

-- A solved challenge counts for one submission.
create table spent_proofs (
  account_id uuid not null references accounts (id) on delete cascade,
  id text not null,
  submission_id uuid not null,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create index spent_proofs_expires on spent_proofs (expires_at);
select wall_off('spent_proofs');

-- The funnel: sums per day of the account, pipeline, door and location. The nil UUID stands for "none".
create table door_days (
  account_id uuid not null references accounts (id) on delete cascade,
  pipeline_id uuid not null,
  door text not null check (door in ('qr', 'nfc', 'link', 'kiosk', 'invitation')),
  code_id uuid not null default '00000000-0000-0000-0000-000000000000',
  location_id uuid not null default '00000000-0000-0000-0000-000000000000',
  day date not null,
  visits integer not null default 0,
  ratings integer not null default 0,
  clicks integer not null default 0,
  reviews integer not null default 0,
  messages integer not null default 0,
  primary key (account_id, pipeline_id, day, door, code_id, location_id)
);
select wall_off('door_days');
select limit_to_locations('door_days');

-- A review that came by a personal link of an invitation says so.
alter table reviews add column invited boolean not null default false;

-- What the visitor told the business alone, with a first-party review: {"contact": text, "answers": [{"question", "answer"}]}.
alter table reviews add column private_part jsonb;

-- A first-party review that is held is removed for as long, with what the owner did with it.
alter table reviews add column held_at timestamptz;

-- The picture of a business, on its visitors' page and in mails.
create table business_logos (
  account_id uuid not null,
  business_id uuid not null,
  -- SHA-256 of the bytes, in hex: its name in addresses.
  hash text not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null,
  height integer not null,
  bytes bytea not null check (octet_length(bytes) <= 163840),
  primary key (account_id, business_id),
  foreign key (account_id, business_id) references businesses (account_id, id) on delete cascade
);
create index business_logos_hash on business_logos (hash);
select wall_off('business_logos');
select limit_to_locations('business_logos', 'business_id in (select id from businesses)');

-- The links that owners entered by location become destinations.
alter table locations no force row level security;
alter table destinations no force row level security;
insert into destinations (account_id, id, location_id, position, label, url)
select l.account_id, gen_random_uuid(), l.id, e.position, e.link ->> 'label', e.link ->> 'url'
  from locations l cross join lateral jsonb_array_elements(l.links) with ordinality as e (link, position);
alter table locations force row level security;
alter table destinations force row level security;

drop trigger locations_record_changed on locations;
create or replace function record_location_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into domain_events (account_id, name, subject_id, location_id)
    select old.account_id, 'location.removed', old.id, old.id
     where exists (select from accounts a where a.id = old.account_id);
  elsif tg_op = 'INSERT' then
    insert into domain_events (account_id, name, subject_id, location_id)
    values (new.account_id, 'location.added', new.id, new.id);
  else
    insert into domain_events (account_id, name, subject_id, location_id, data)
    select new.account_id, 'location.changed', new.id, new.id, jsonb_build_object('fields', array_remove(array[
      case when old.name <> new.name then 'name' end,
      case when old.business_id <> new.business_id then 'business' end,
      case when (old.address, old.country) is distinct from (new.address, new.country) then 'address' end,
      case when old.phone is distinct from new.phone then 'phone' end,
      case when old.time_zone is distinct from new.time_zone then 'timeZone' end], null));
  end if;
  return null;
end $$;
alter table locations drop column links;
create trigger locations_record_changed after update on locations for each row
  when ((old.name, old.business_id, old.address, old.country, old.phone, old.time_zone)
    is distinct from (new.name, new.business_id, new.address, new.country, new.phone, new.time_zone))
  execute function record_location_event();

-- Every business has a page from the start, also one that was there before.
alter table businesses no force row level security;
alter table pipelines no force row level security;
insert into pipelines (account_id, id, business_id, name, slug)
select account_id, gen_random_uuid(), id, name, left(replace(gen_random_uuid()::text, '-', ''), 12) from businesses;
alter table businesses force row level security;
alter table pipelines force row level security;

-- Visitors' pages are kept in memory; whoever has one is told when something on it changed.
create function tell_changed_page() returns trigger language plpgsql as $$
begin
  perform pg_notify('kindling', 'pages ' || coalesce(new.account_id, old.account_id));
  return null;
end $$;
create trigger tell_page after insert or update or delete on destinations for each row execute function tell_changed_page();
create trigger tell_page after insert or update or delete on pipelines for each row execute function tell_changed_page();
create trigger tell_page after insert or update or delete on codes for each row execute function tell_changed_page();
create trigger tell_page after insert or update or delete on business_logos for each row
  execute function tell_changed_page();
create trigger tell_page after insert or delete on locations for each row execute function tell_changed_page();
create trigger tell_page_changed after update on locations for each row
  when ((old.name, old.address, old.business_id) is distinct from (new.name, new.address, new.business_id))
  execute function tell_changed_page();
create trigger tell_page_changed after update on businesses for each row
  when ((old.name, old.brand_color, old.archived_at) is distinct from (new.name, new.brand_color, new.archived_at))
  execute function tell_changed_page();
create trigger tell_page after insert or delete on listings for each row execute function tell_changed_page();
create trigger tell_page_changed after update on listings for each row
  when ((old.write_review_url, old.location_id) is distinct from (new.write_review_url, new.location_id))
  execute function tell_changed_page();
