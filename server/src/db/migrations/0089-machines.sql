-- What the processes of an installation share, and nothing of a tenant.

-- Counts of the limits. The key names a limit and what it counts; `expire` is milliseconds since 1970 of the database's clock. Not
-- logged: after a crash the counts begin again, and replicas and backups do not need them.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
alter table rate_limits enable row level security;

-- Since when a replica has what a member of an account changed by a request. The key is the id of the account, which is no
-- reference: a row lives for minutes.
create table recent_changes (
  changed uuid primary key,
  position pg_lsn not null,
  changed_at timestamptz not null
);
alter table recent_changes enable row level security;
