-- Members and API keys that are limited to some locations (docs/decisions/0068-location-limits-in-the-database.md). Their
-- statements run as kindling_limited: it has every right and every policy of kindling_app, and the restrictive policies
-- below. `app.locations` names the locations, `app.actor` the person or key. Statements of everybody else stay as they were.

-- The owner of the tables must be able to become kindling_limited without inheriting it, or its policies would apply to the
-- owner's own statements. kindling_limited_setter inherits nothing, so the owner inherits nothing through it.
do $$
declare
  instruction constant text := format(
    'An administrator must run once: CREATE ROLE kindling_limited NOLOGIN; GRANT kindling_app TO kindling_limited; '
    'CREATE ROLE kindling_limited_setter NOLOGIN NOINHERIT; GRANT kindling_limited TO kindling_limited_setter; '
    'GRANT kindling_limited_setter TO %I;',
    current_user);
  wanted record;
begin
  for wanted in
    select * from (values ('kindling_limited', 'inherit'), ('kindling_limited_setter', 'noinherit')) as w (name, inherits)
     where not exists (select from pg_roles where rolname = w.name)
  loop
    begin
      execute format('create role %I nologin %s', wanted.name, wanted.inherits);
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        raise exception using
          errcode = 'insufficient_privilege',
          message = format('The database user %I may not create roles. %s', current_user, instruction);
    end;
  end loop;
  begin
    if not pg_has_role('kindling_limited', 'kindling_app', 'usage') then
      grant kindling_app to kindling_limited;
    end if;
    if not pg_has_role('kindling_limited_setter', 'kindling_limited', 'member') then
      grant kindling_limited to kindling_limited_setter;
    end if;
  exception
    when insufficient_privilege then
      raise exception using
        errcode = 'insufficient_privilege',
        message = format('The roles of limited members are not complete. %s', instruction);
  end;
  -- As in 0001: from PostgreSQL 16 on the maker of a role is its member without the right to SET it.
  begin
    set local role kindling_limited;
    reset role;
  exception
    when insufficient_privilege then
      begin
        grant kindling_limited_setter to current_user;
      exception
        when insufficient_privilege then
          raise exception using
            errcode = 'insufficient_privilege',
            message = format('The database user %I is not a member of the role kindling_limited_setter. %s', current_user, instruction);
      end;
  end;
  if exists (
    select from pg_roles where rolname in ('kindling_limited', 'kindling_limited_setter')
      and (rolsuper or rolbypassrls or rolcanlogin)
  ) then
    raise exception 'The roles of limited members must be without SUPERUSER, BYPASSRLS and LOGIN, or locations would not be separated.';
  end if;
end
$$;

-- Lets a limited member only at the rows that meet the condition; by default the table has a column location_id. The
-- sub-select is evaluated once per statement. Without `app.locations` it raises, so a mistake shows nothing.
create function limit_to_locations(
  limited regclass,
  condition text default 'location_id = any ((select current_setting(''app.locations'')::uuid[])::uuid[])')
returns void language plpgsql as $$
begin
  execute format(
    'create policy location_limit on %s as restrictive for all to kindling_limited using (%s) with check (%s)',
    limited, condition, condition);
end $$;

select limit_to_locations('locations', 'id = any ((select current_setting(''app.locations'')::uuid[])::uuid[])');
select limit_to_locations('listings');
select limit_to_locations('reviews');
select limit_to_locations('review_days');
select limit_to_locations('membership_locations');
select limit_to_locations('invitation_locations');

-- The sub-queries below read tables with a policy of their own.
select limit_to_locations('businesses', 'id in (select business_id from locations)');
select limit_to_locations('connections', 'id in (select connection_id from listings)');
select limit_to_locations('sync_runs', 'listing_id in (select id from listings)');
select limit_to_locations('skipped_items', 'listing_id in (select id from listings)');
select limit_to_locations('webhook_subscriptions', 'listing_id in (select id from listings)');
select limit_to_locations('sync_run_pages',
  'exists (select from sync_runs s where s.account_id = sync_run_pages.account_id and s.id = sync_run_pages.run_id)');
select limit_to_locations('replies',
  'exists (select from reviews r where r.account_id = replies.account_id and r.id = replies.review_id)');

-- An import has no location before its owner has chosen one: until then it is of whoever began it.
select limit_to_locations('imports',
  'case when location_id is null then created_by = (select current_setting(''app.actor'')::uuid)
        else location_id = any ((select current_setting(''app.locations'')::uuid[])::uuid[]) end');
select limit_to_locations('import_parts', 'import_id in (select id from imports)');
select limit_to_locations('import_faults', 'import_id in (select id from imports)');
select limit_to_locations('import_changes', 'import_id in (select id from imports)');

-- Settings without a location name all of them, which is more than the member may see.
create function names_only(settings jsonb, locations uuid[]) returns boolean language sql immutable as $$
  select coalesce(settings -> 'locationIds' <> '[]' and settings -> 'locationIds' <@ to_jsonb(locations), false)
$$;
select limit_to_locations('embeds',
  'names_only(draft, (select current_setting(''app.locations'')::uuid[]))
   and (published is null or names_only(published, (select current_setting(''app.locations'')::uuid[])))');
select limit_to_locations('snapshots', 'embed_id in (select id from embeds)');
select limit_to_locations('embed_days', 'embed_id in (select id from embeds)');

-- Events of the account and of its members have no location: a limited member may cause one, and reads none of them.
create policy location_limit on domain_events as restrictive for all to kindling_limited
  using (location_id = any ((select current_setting('app.locations')::uuid[])::uuid[]))
  with check (location_id is null or location_id = any ((select current_setting('app.locations')::uuid[])::uuid[]));
