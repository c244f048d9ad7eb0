-- What the owners of an account were told by mail about the end of its trial or plan (slice: plan-notices). A notice belongs to
-- one end: an account whose plan starts anew begins anew, too.
create table plan_notices (
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in
    ('trial-7', 'trial-3', 'trial-1', 'trial-ended', 'plan-ended', 'deletion-30', 'deletion-7', 'deletion-1')),
  ends_at timestamptz not null,
  queued_at timestamptz not null,
  -- The mails, the latest attempt only.
  email_ids uuid[] not null,
  -- When the mail server first took one of them.
  accepted_at timestamptz,
  primary key (account_id, kind, ends_at)
);
create index plan_notices_mails on plan_notices using gin (email_ids);
select wall_off('plan_notices');

-- Why an account is deleted: its owner asked for it, or nobody paid. For the latter, when the mail server took each warning.
alter table accounts add column deletion_cause text not null default 'owner' check (deletion_cause in ('owner', 'plan-ended'));
alter table accounts add column deletion_warned_at timestamptz[] not null default '{}';
alter table account_erasures add column cause text not null default 'owner' check (cause in ('owner', 'plan-ended'));
alter table account_erasures add column warned_at timestamptz[] not null default '{}';
