-- The erasure of an account takes longer than a moment since its rows go page by page (migration 0096), so the erasure journal says that
-- it has begun, also where it begins at once: a restore in between would bring the account back for good.

create or replace trigger journal_closing after update on accounts for each row
  when (new.deletion_scheduled_for is not null and old.deletion_scheduled_for is distinct from new.deletion_scheduled_for)
  execute function journal_closing();

-- No index has all events of an account; each of these statements has one.
create or replace function delete_account_events() returns trigger language plpgsql as $$
begin
  delete from domain_events where account_id = old.id and position is not null;
  delete from domain_events where account_id = old.id and position is null;
  return null;
end $$;
