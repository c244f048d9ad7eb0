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
  -- With 'assigned': how many reviews, of which the subject is the first.
  add column count integer not null default 1,
  add constraint news_member_fkey
    foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade;
alter table news force row level security;
alter table memberships force row level security;
create index news_member on news (account_id, user_id);

-- A review that was assigned to a member by somebody else, and of which they are told by mail, with all others that wait.
create table assignment_alerts (
  account_id uuid not null,
  review_id uuid not null,
  user_id uuid not null,
  assigned_at timestamptz not null,
  due_at timestamptz not null,
  -- The stored mail; null while it waits, and when none was needed any more.
  email_id uuid,
  done_at timestamptz,
  primary key (account_id, review_id, user_id),
  foreign key (account_id, review_id) references reviews (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
create index assignment_alerts_member on assignment_alerts (account_id, user_id, done_at);
create index assignment_alerts_due on assignment_alerts (due_at) where done_at is null;
create index assignment_alerts_done on assignment_alerts (done_at) where done_at is not null;
select wall_off('assignment_alerts');
select limit_to_locations('assignment_alerts',
  'exists (select from reviews r where r.account_id = assignment_alerts.account_id and r.id = assignment_alerts.review_id)');
