-- Whoever shows something live is told when it changes instead of asking: one channel, the topic and whose it is. Every
-- writer sends it by these triggers, in its own transaction; equal notifications of a transaction are sent once.

create function tell_changed_accounts() returns trigger language plpgsql as $$
begin
  perform pg_notify('kindling', tg_argv[0] || ' ' || account_id) from (select distinct account_id from changed) one;
  return null;
end $$;

create trigger tell_inserted after insert on sync_runs referencing new table as changed
  for each statement execute function tell_changed_accounts('sync');
create trigger tell_updated after update on sync_runs referencing new table as changed
  for each statement execute function tell_changed_accounts('sync');

create trigger tell_inserted after insert on imports referencing new table as changed
  for each statement execute function tell_changed_accounts('imports');
create trigger tell_updated after update on imports referencing new table as changed
  for each statement execute function tell_changed_accounts('imports');

create function tell_changed_snapshots() returns trigger language plpgsql as $$
begin
  perform pg_notify('kindling', 'snapshots ' || code) from changed;
  return null;
end $$;

create trigger tell_inserted after insert on snapshots referencing new table as changed
  for each statement execute function tell_changed_snapshots();
create trigger tell_updated after update on snapshots referencing new table as changed
  for each statement execute function tell_changed_snapshots();
create trigger tell_deleted after delete on snapshots referencing old table as changed
  for each statement execute function tell_changed_snapshots();
