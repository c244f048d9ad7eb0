-- A review that was taken back or given to somebody else leaves no alert, so when a member had the latest mail is stored apart
-- (slice: alerts; docs/decisions/0097-who-hears-of-an-assignment.md).
create table assignment_mails (
  account_id uuid not null,
  user_id uuid not null,
  mailed_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);

-- The rows of all accounts are read, and the foreign key is checked against all rows.
alter table assignment_alerts no force row level security;
alter table memberships no force row level security;
alter table reviews no force row level security;
insert into assignment_mails (account_id, user_id, mailed_at)
select account_id, user_id, max(mailed_at) from assignment_alerts where mailed_at is not null group by account_id, user_id;
delete from assignment_alerts a using reviews r
 where r.account_id = a.account_id and r.id = a.review_id and r.assignee_id is distinct from a.user_id;
alter table assignment_alerts force row level security;
alter table memberships force row level security;
alter table reviews force row level security;

alter table assignment_alerts drop column mailed_at;
select wall_off('assignment_mails');

-- What waits for a member is found without what they were told in a month.
create index review_alerts_waiting on review_alerts (account_id, user_id) where done_at is null;
