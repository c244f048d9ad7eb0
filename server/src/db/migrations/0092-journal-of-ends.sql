-- That the end of an account is scheduled, or is not any more, and that an import was undone, are in the erasure journal too: a restore
-- would bring back an account that its owner has closed, and tell of reviews of an import that are gone.

alter table erasure_journal
  drop constraint erasure_journal_act_check,
  add constraint erasure_journal_act_check check (act in (
    'deleted', 'disconnected', 'connected', 'withdrawn', 'discarded', 'suppressed',
    'taken-down', 'put-back', 'blocked', 'unblocked', 'demoted', 'promoted', 'news-ended', 'news-wanted',
    'closing', 'kept', 'undone')) not valid;

create function journal_closing() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  values ('closing', tg_table_name, jsonb_build_array(jsonb_build_object(
    'id', new.id, 'day', to_char(new.deletion_scheduled_for at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'cause', new.deletion_cause)));
  return null;
end
$$;

create trigger journal_closing after update on accounts for each row
  when (old.deletion_scheduled_for is null and new.deletion_scheduled_for is not null and new.erasing_since is null)
  execute function journal_closing();
create trigger journal_kept after update on accounts for each row
  when (old.deletion_scheduled_for is not null and new.deletion_scheduled_for is null)
  execute function journal_person('kept');
create trigger journal_undone after update on imports for each row
  when (old.state <> 'undone' and new.state = 'undone')
  execute function journal_act('undone');
