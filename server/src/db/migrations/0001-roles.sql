-- Roles that statements of the program run as, so that row-level security applies to them; the owner of the
-- tables only migrates. Roles belong to the whole server: another database may have made them, perhaps at
-- this very moment.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['kindling_app', 'kindling_system'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception
        when duplicate_object or unique_violation then null;
        when insufficient_privilege then
          raise exception using
            errcode = 'insufficient_privilege',
            message = format(
              'The database user %I may not create roles. An administrator must run once: CREATE ROLE kindling_app NOLOGIN; CREATE ROLE kindling_system NOLOGIN; GRANT kindling_app, kindling_system TO %I;',
              current_user, current_user);
      end;
    end if;
  end loop;
  foreach wanted in array array['kindling_app', 'kindling_system'] loop
    -- Tried rather than asked: from PostgreSQL 16 on the maker of a role is its member without the right to SET it.
    begin
      execute format('set local role %I', wanted);
      reset role;
    exception
      when insufficient_privilege then
        begin
          execute format('grant %I to current_user', wanted);
        exception
          when insufficient_privilege then
            raise exception using
              errcode = 'insufficient_privilege',
              message = format(
                'The database user %I is not a member of the role %I. An administrator must run once: GRANT kindling_app, kindling_system TO %I;',
                current_user, wanted, current_user);
        end;
    end;
  end loop;
  if exists (
    select from pg_roles
    where rolname in ('kindling_app', 'kindling_system') and (rolsuper or rolbypassrls or rolcanlogin)
  ) then
    raise exception 'The roles kindling_app and kindling_system must be without SUPERUSER, BYPASSRLS and LOGIN, or tenants would not be separated.';
  end if;
end
$$;

-- No TRUNCATE: it does not ask row-level security.
grant usage on schema public to kindling_app, kindling_system;
alter default privileges in schema public
  grant select, insert, update, delete on tables to kindling_app, kindling_system;
alter default privileges in schema public
  grant usage, select on sequences to kindling_app, kindling_system;
