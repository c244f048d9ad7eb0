-- Whoever shows something live is told when a sign-in may not count any more: the topic `sign-ins` with the hash of what was
-- ended, or with the user or the account it concerns. Told like the other changes (0025), by triggers.

create function tell_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('kindling', 'sign-ins ' || encode(sha256(convert_to(id, 'UTF8')), 'hex')) from changed;
  return null;
end $$;

create trigger tell_inserted after insert on ended_sessions referencing new table as changed
  for each statement execute function tell_ended_sessions();

create function tell_sign_ins() returns trigger language plpgsql as $$
begin
  perform pg_notify('kindling', 'sign-ins ' || old.id);
  return null;
end $$;

create trigger tell_shut_out after update on users for each row
  when (old.blocked_at is distinct from new.blocked_at or old.tokens_valid_from is distinct from new.tokens_valid_from)
  execute function tell_sign_ins();
create trigger tell_deleted after delete on users for each row execute function tell_sign_ins();
create trigger tell_shut_out after update on accounts for each row
  when (old.erasing_since is distinct from new.erasing_since)
  execute function tell_sign_ins();
