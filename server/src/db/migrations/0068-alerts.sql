-- What members hear of: the news behind the bell, mails about reviews, digests and the monthly report (slice: alerts;
-- docs/decisions/0090-who-hears-of-a-review.md).

-- What happened in an account that a member may want to look at. A review is here only when it is really new: not for a first
-- sync, an import, a reconnection or a gap that a full pass filled.
create table news (
  account_id uuid not null references accounts (id) on delete cascade,
  -- Made from the event, so that a repeated event adds nothing.
  id uuid not null,
  kind text not null check (kind in ('review', 'reply-published', 'reply-refused', 'message', 'connection')),
  -- The review, the private message or the connection.
  subject_id uuid not null,
  -- Null for a connection, which may read several.
  location_id uuid,
  at timestamptz not null,
  primary key (account_id, id)
);
create index news_latest on news (account_id, at desc, id desc);
create index news_old on news (at);
select wall_off('news');
select limit_to_locations('news',
  'case when location_id is null then subject_id in (select id from connections)
        else location_id = any ((select current_setting(''app.locations'')::uuid[])::uuid[]) end');

-- When a member looked at the news last.
create table news_visits (
  account_id uuid not null,
  user_id uuid not null,
  seen_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
select wall_off('news_visits');

-- A member who is told of a review by mail: at once, after their quiet hours, or in one mail with others.
create table review_alerts (
  account_id uuid not null,
  review_id uuid not null,
  user_id uuid not null,
  due_at timestamptz not null,
  -- The member had many mails in an hour, so this review waits to be told in one mail with others.
  bundled boolean not null default false,
  -- The stored mail; null while it waits, and when none was needed any more.
  email_id uuid,
  done_at timestamptz,
  primary key (account_id, review_id, user_id),
  foreign key (account_id, review_id) references reviews (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
create index review_alerts_member on review_alerts (account_id, user_id);
create index review_alerts_due on review_alerts (due_at) where done_at is null;
create index review_alerts_done on review_alerts (done_at) where done_at is not null;
select wall_off('review_alerts');
select limit_to_locations('review_alerts',
  'exists (select from reviews r where r.account_id = review_alerts.account_id and r.id = review_alerts.review_id)');

-- One digest or report for a member and a period; it is made once, whatever happens.
create table digests (
  account_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('daily', 'weekly', 'monthly', 'report')),
  -- The day on which it is due, in the time zone of the account: any day, a Monday, or the first of a month.
  day date not null,
  due_at timestamptz not null,
  -- The stored mail; null while it waits, and when there was nothing to tell.
  email_id uuid,
  done_at timestamptz,
  primary key (account_id, user_id, kind, day),
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
create index digests_due on digests (due_at) where done_at is null;
create index digests_done on digests (done_at) where done_at is not null;
select wall_off('digests');

-- The last day for which the digests of an account were planned, in its time zone.
create table digest_days (
  account_id uuid not null references accounts (id) on delete cascade,
  day date not null,
  primary key (account_id)
);
select wall_off('digest_days');
