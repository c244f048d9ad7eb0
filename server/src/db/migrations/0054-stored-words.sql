-- Stored words get the American spelling, and the error codes and names of actions that the code uses. Nothing else changes. The owner of the
-- tables is held by their policies too.

create function new_error_code(code text) returns text language sql immutable as $$
  select case code
    when 'platform-reauthorise' then 'platform-reauthorize'
    when 'platform-broken' then 'platform-unexpected-answer'
    when 'pages-repeat' then 'page-repeated'
    else code end
$$;

alter table connections no force row level security;
alter table connections drop constraint connections_status_check;
update connections set status = 'needs_reauthorization' where status = 'needs_reauthorisation';
update connections set reason = new_error_code(reason) where reason <> new_error_code(reason);
alter table connections add constraint connections_status_check check (status in
  ('active', 'needs_reauthorization', 'not_approved', 'withdrawn', 'revoked', 'disconnected'));
alter table connections force row level security;

alter table sync_runs no force row level security;
update sync_runs set error_code = new_error_code(error_code) where error_code <> new_error_code(error_code);
alter table sync_runs force row level security;

alter table replies no force row level security;
update replies set reason = new_error_code(reason) where reason <> new_error_code(reason);
alter table replies force row level security;

alter table imports no force row level security;
alter table imports drop constraint imports_state_check;
drop index imports_open;
update imports set state = 'canceled' where state = 'cancelled';
alter table imports add constraint imports_state_check check (state in
  ('uploading', 'read', 'checking', 'checked', 'publishing', 'finished', 'undoing', 'undone', 'canceled', 'replaced',
   'failed'));
create index imports_open on imports (updated_at)
  where state not in ('finished', 'undone', 'canceled', 'replaced', 'failed');
alter table imports force row level security;

-- Subscribers parse the events that they have not handled yet.
alter table domain_events no force row level security;
update domain_events set data = jsonb_set(data, '{status}', '"needs_reauthorization"')
 where name = 'connection.trouble' and data ->> 'status' = 'needs_reauthorisation';
update domain_events set name = 'account.deletion-canceled' where name = 'account.deletion-cancelled';
alter table domain_events force row level security;

drop trigger accounts_record_deletion_cancelled on accounts;
create trigger accounts_record_deletion_canceled after update on accounts for each row
  when (old.deletion_scheduled_for is not null and new.deletion_scheduled_for is null)
  execute function record_account_event('account.deletion-canceled');

alter table audit_entries no force row level security;
update audit_entries set action = 'connection.deauthorized' where action = 'connection.deauthorised';
-- The same words as the events of the account.
update audit_entries set action = 'account.deletion-scheduled' where action = 'account.deletion-begun';
update audit_entries set action = 'account.deletion-canceled' where action = 'account.deletion-taken-back';
alter table audit_entries force row level security;

alter table emails no force row level security;
update emails set template = 'account-deletion-scheduled' where template = 'account-deletion-begun';
update emails set template = 'account-deletion-canceled' where template = 'account-deletion-taken-back';
alter table emails force row level security;

drop function new_error_code(text);
