-- Templates of replies, whose draft of a reply it is, and the assistant that drafts replies
-- (docs/decisions/0088-one-draft-per-review-with-its-author.md, 0089-what-the-assistant-receives-and-returns.md).

alter table replies
  -- Who wrote the draft last, and when. It may name somebody who is no member any more.
  add column draft_by uuid,
  add column draft_at timestamptz,
  -- Rises with every change of the draft: whoever saves names the version that they began with.
  add column draft_version integer not null default 0,
  -- True until a person changes a draft of the assistant.
  add column draft_by_assistant boolean not null default false,
  -- The draft of another member that the present one replaced.
  add column earlier_draft text,
  add column earlier_draft_by uuid,
  add column earlier_draft_at timestamptz;

create table reply_templates (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 60),
  -- Text by language; "any" is for all languages without one.
  texts jsonb not null,
  -- For reviews with one of these stars or recommendations; both empty: for every review.
  ratings smallint[] not null default '{}',
  recommendations text[] not null default '{}',
  -- Null: for every business.
  business_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, business_id) references businesses (account_id, id) on delete cascade
);
create index reply_templates_business on reply_templates (account_id, business_id);
select wall_off('reply_templates');
select limit_to_locations('reply_templates', 'business_id is null or business_id in (select id from businesses)');

create table assistant_settings (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- The host that a member allowed to receive reviews; null: switched off. Another host needs another permission.
  allowed_host text,
  tone text not null,
  facts text not null default '' check (char_length(facts) <= 1000),
  sign_off text not null default '' check (char_length(sign_off) <= 120),
  updated_at timestamptz not null default now()
);
select wall_off('assistant_settings');

-- How many drafts a member had made on a day (UTC); the limits of a person and of an account are read from it.
create table assistant_days (
  account_id uuid not null references accounts (id) on delete cascade,
  day date not null,
  user_id uuid not null,
  drafts integer not null,
  primary key (account_id, day, user_id)
);
select wall_off('assistant_days');
