-- Mails about private messages, and what became of answers (slice: feedback; docs/decisions/0078-mails-about-feedback.md).

-- A member who is told of a message by mail: at once, after their quiet hours, or counted in one mail with others.
create table feedback_alerts (
  account_id uuid not null,
  feedback_id uuid not null,
  user_id uuid not null,
  due_at timestamptz not null,
  -- The member had all mails of a day, so this message is counted in one mail with others.
  bundled boolean not null default false,
  -- The stored mail; null while it waits, and when none was needed any more.
  email_id uuid,
  done_at timestamptz,
  primary key (account_id, feedback_id, user_id),
  foreign key (account_id, feedback_id) references feedback (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
create index feedback_alerts_member on feedback_alerts (account_id, user_id);
create index feedback_alerts_due on feedback_alerts (due_at) where done_at is null;
create index feedback_alerts_done on feedback_alerts (done_at) where done_at is not null;
select wall_off('feedback_alerts');
select limit_to_locations('feedback_alerts', 'feedback_id in (select id from feedback)');

-- What became of an answer's mail. The record of a mail is deleted after some weeks, its answer stays.
alter table feedback_entries add column mail_state text check (mail_state in ('waiting', 'sent', 'failed'));
create index feedback_entries_mail on feedback_entries (email_id) where email_id is not null;

create index feedback_state on feedback (account_id, state, created_at desc, id desc);
create index feedback_assignee on feedback (account_id, assignee_id, created_at desc, id desc) where assignee_id is not null;
