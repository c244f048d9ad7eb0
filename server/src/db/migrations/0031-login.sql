-- The embedded database's login role (embedded/login.ts) owns no table of a tenant. It works with the tables of the sign-in
-- service and owns the schema of the queue, which looks after its tables itself. A server has no such role: its user is
-- the operator's choice.
do $$
declare
  wanted record;
begin
  if not exists (select from pg_roles where rolname = 'kindling_login') then return; end if;
  create schema if not exists identity;
  grant usage on schema identity to kindling_login;
  grant select, insert, update, delete on all tables in schema identity to kindling_login;
  grant usage, select on all sequences in schema identity to kindling_login;
  alter default privileges in schema identity grant select, insert, update, delete on tables to kindling_login;
  alter default privileges in schema identity grant usage, select on sequences to kindling_login;
  if to_regnamespace('pgboss') is null then return; end if;
  alter schema pgboss owner to kindling_login;
  for wanted in
    select oid::regclass as name from pg_class
    where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p', 'v', 'm')
  loop
    execute format('alter table %s owner to kindling_login', wanted.name);
  end loop;
  for wanted in select oid::regprocedure as name from pg_proc where pronamespace = 'pgboss'::regnamespace loop
    execute format('alter routine %s owner to kindling_login', wanted.name);
  end loop;
  for wanted in
    select oid::regtype as name from pg_type where typnamespace = 'pgboss'::regnamespace and typtype in ('e', 'd')
  loop
    execute format('alter type %s owner to kindling_login', wanted.name);
  end loop;
end
$$;
