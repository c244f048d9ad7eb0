-- Changes of connections, listings, imports and accounts as domain events, stored by the statement that makes the change
-- (events.ts of the slices connections, imports and identity).

create function record_connection_event() returns trigger language plpgsql as $$
begin
  insert into domain_events (account_id, name, subject_id, data)
  select new.account_id,
         case when new.status = 'disconnected' then 'connection.disconnected'
              when new.status = 'active' then 'connection.mended'
              else 'connection.trouble' end,
         new.id, jsonb_build_object('platform', new.platform, 'status', new.status);
  return null;
end $$;
create trigger connections_record_status after update on connections for each row
  -- A broken connection that breaks for another reason publishes nothing, and a disconnected one has nothing to mend.
  when (old.status <> new.status and (old.status = 'active' or new.status in ('active', 'disconnected')))
  execute function record_connection_event();

create function record_listing_event() returns trigger language plpgsql as $$
begin
  insert into domain_events (account_id, name, subject_id, location_id, data)
  select new.account_id, tg_argv[0], new.id, new.location_id, jsonb_build_object('platform', new.platform);
  return null;
end $$;
create trigger listings_record_added after insert on listings for each row
  execute function record_listing_event('listing.added');
create trigger listings_record_moved after update on listings for each row
  when (old.location_id <> new.location_id)
  execute function record_listing_event('listing.moved');
create trigger listings_record_figures after update on listings for each row
  when ((old.platform_average, old.platform_count) is distinct from (new.platform_average, new.platform_count))
  execute function record_listing_event('listing.figures-changed');

create function record_removed_listing() returns trigger language plpgsql as $$
begin
  insert into domain_events (account_id, name, subject_id, location_id, data)
  select old.account_id, 'listing.removed', old.id, old.location_id, jsonb_build_object('platform', old.platform)
   -- The events of an account end with it.
   where exists (select from accounts a where a.id = old.account_id);
  return null;
end $$;
create trigger listings_record_removed after delete on listings for each row
  execute function record_removed_listing();

create function record_import_event() returns trigger language plpgsql as $$
begin
  insert into domain_events (account_id, name, subject_id)
  values (new.account_id, tg_argv[0], new.id);
  return null;
end $$;
create trigger imports_record_published after update on imports for each row
  when (old.hidden and not new.hidden and new.state = 'publishing')
  execute function record_import_event('import.published');
create trigger imports_record_withdrawn after update on imports for each row
  when (not old.hidden and new.hidden and new.state = 'undoing')
  execute function record_import_event('import.withdrawn');

create function record_account_event() returns trigger language plpgsql as $$
begin
  insert into domain_events (account_id, name, subject_id) values (new.id, tg_argv[0], new.id);
  return null;
end $$;
create trigger accounts_record_created after insert on accounts for each row
  execute function record_account_event('account.created');
create trigger accounts_record_deletion_scheduled after update on accounts for each row
  when (old.deletion_scheduled_for is null and new.deletion_scheduled_for is not null)
  execute function record_account_event('account.deletion-scheduled');
create trigger accounts_record_deletion_cancelled after update on accounts for each row
  when (old.deletion_scheduled_for is not null and new.deletion_scheduled_for is null)
  execute function record_account_event('account.deletion-cancelled');

create function record_changed_account() returns trigger language plpgsql as $$
begin
  insert into domain_events (account_id, name, subject_id, data)
  select new.id, 'account.changed', new.id, jsonb_build_object('fields', array_remove(array[
    case when old.name <> new.name then 'name' end,
    case when old.time_zone <> new.time_zone then 'timeZone' end,
    case when old.locale <> new.locale then 'locale' end,
    case when old.market <> new.market then 'market' end,
    case when old.plan_ended_at is distinct from new.plan_ended_at then 'plan' end], null));
  return null;
end $$;
create trigger accounts_record_changed after update on accounts for each row
  when ((old.name, old.time_zone, old.locale, old.market, old.plan_ended_at)
    is distinct from (new.name, new.time_zone, new.locale, new.market, new.plan_ended_at))
  execute function record_changed_account();
