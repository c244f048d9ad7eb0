-- What administrators see and do about people and accounts (slice: admin-users): indexes of the list, and embeds and pages that
-- the operator took down.

-- The words of a text as the search of administrators compares them: without case, without the accents of our languages, and
-- with the parts of an e-mail address as words of their own. Both functions below are built on it, so that words are found by
-- the rules by which they were stored.
create function search_words(value text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', translate(lower(value),
    'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŠŽĆČĐàáâãäåçèéêëìíîïñòóôõöùúûüýÿšžćčđ@._-+/\''’"&<>:()!|*',
    'aaaaaaceeeeiiiinooooouuuuyszccdaaaaaaceeeeiiiinooooouuuuyyszccd                   '));
$$;
-- Every word of the text as the beginning of a word; null without any word.
create function search_prefixes(value text) returns tsquery language sql immutable parallel safe as $$
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(tsvector_to_array(search_words(value))) as word;
$$;

-- Stored, because making the words of a row takes longer than reading many rows.
alter table users add column words tsvector
  generated always as (search_words(email || ' ' || first_name || ' ' || last_name || ' ' || display_name)) stored;
alter table accounts add column words tsvector generated always as (search_words(name)) stored;
create index users_words on users using gin (words);
create index accounts_words on accounts using gin (words);

-- The two orders of the list. People who never signed in again stand at the end of the second one.
create index users_registered on users (registered_at desc, id desc);
create index users_last_login on users (coalesce(last_login_at, to_timestamp(0)) desc, id desc);
-- Rare ones, of which a page must not read all people.
create index users_admins on users (registered_at desc, id desc) where role = 'Super Admin';
create index users_blocked on users (registered_at desc, id desc) where blocked_at is not null;
create index accounts_plan on accounts (plan_state, plan_ends_at);

-- Set together by the operator: the embed or page shows nothing until it is undone, whatever its account does.
alter table embeds
  add column taken_down_at timestamptz,
  add column taken_down_reason text
    check (taken_down_reason in ('unlawful', 'rights', 'deceptive', 'abusive', 'terms')),
  add check ((taken_down_at is null) = (taken_down_reason is null));
alter table pipelines
  add column taken_down_at timestamptz,
  add column taken_down_reason text
    check (taken_down_reason in ('unlawful', 'rights', 'deceptive', 'abusive', 'terms')),
  add check ((taken_down_at is null) = (taken_down_reason is null));

-- The operator deletes accounts, too.
alter table accounts drop constraint accounts_deletion_cause_check;
alter table accounts add constraint accounts_deletion_cause_check
  check (deletion_cause in ('owner', 'plan-ended', 'operator'));
alter table account_erasures drop constraint account_erasures_cause_check;
alter table account_erasures add constraint account_erasures_cause_check
  check (cause in ('owner', 'plan-ended', 'operator'));

-- What is left of codes whose page was taken down when they were deleted says so, and shows no links.
alter table retired_codes add column taken_down boolean not null default false;

-- What administrators did with one person.
create index operator_entries_target on operator_entries (target, at desc, id desc) where target is not null;
