-- How often background work was begun since it last got on. Work that always fails ends after a number of attempts, so that it
-- neither runs for ever nor keeps other work back.
alter table bulk_actions add column attempts integer not null default 0;
alter table tags
  add column run_attempts integer not null default 0,
  -- The last run of the rule over earlier reviews was given up.
  add column run_failed boolean not null default false;
alter table digests add column attempts integer not null default 0;
