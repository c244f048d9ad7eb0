-- Who is told that reviews were assigned to them: in the news behind their bell, and by mail (slice: alerts;
-- docs/decisions/0097-who-hears-of-an-assignment.md).
-- The foreign key is checked against all rows.
alter table news no force row level security;
alter table memberships no force row level security;
alter table news
  drop constraint news_kind_check,
  add constraint news_kind_check check (
    kind in ('review', 'reply-published', 'reply-refused', 'message', 'connection', 'assigned')),
  -- The member whom it concerns alone; null for everybody.
  add column user_id uuid,
  add constraint news_member_fkey
    foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade;
alter table news force row level security;
alter table memberships force row level security;
create index news_member on news (account_id, user_id);
-- What concerns one member alone has no location of its own: its reviews have, and are limited like all others.
drop policy location_limit on news;
select limit_to_locations('news',
  'case when user_id is not null then true
        when location_id is null then subject_id in (select id from connections)
        else location_id = any ((select current_setting(''app.locations'')::uuid[])::uuid[]) end');

-- A review that was assigned to a member by somebody else: the lines of their bell count it, and one mail tells of all that wait.
create table assignment_alerts (
  account_id uuid not null,
  review_id uuid not null,
  user_id uuid not null,
  assigned_at timestamptz not null,
  due_at timestamptz not null,
  -- The latest mail that told of it, also before it was assigned again.
  mailed_at timestamptz,
  -- Null while a mail waits; also set where none is wanted.
  done_at timestamptz,
  primary key (account_id, review_id, user_id),
  foreign key (account_id, review_id) references reviews (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
create index assignment_alerts_member on assignment_alerts (account_id, user_id, assigned_at);
create index assignment_alerts_waiting on assignment_alerts (account_id, user_id) where done_at is null;
create index assignment_alerts_due on assignment_alerts (due_at) where done_at is null;
create index assignment_alerts_done on assignment_alerts (done_at) where done_at is not null;
select wall_off('assignment_alerts');
select limit_to_locations('assignment_alerts',
  'exists (select from reviews r where r.account_id = assignment_alerts.account_id and r.id = assignment_alerts.review_id)');
