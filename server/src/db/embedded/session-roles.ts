/**
 * Who the embedded database's session acts as. The engine knows one authenticated user, the superuser who owns the tables.
 * Only what makes tables and looks after them acts as this owner; everybody else acts as a role that owns no table of a
 * tenant, and a transaction of a tenant as that tenant's role alone, so that `RESET ROLE` leads nowhere.
 */

/** Acts outside of `inTenant` and `inSystem`: for the queue, which owns its schema, and the sign-in service. */
export const LOGIN_ROLE = 'kindling_login';

export const SET_OWNER_SQL = 'SET SESSION AUTHORIZATION postgres';
export const SET_LOGIN_SQL = `SET SESSION AUTHORIZATION ${LOGIN_ROLE}`;
/** Fails with 42501 for everybody but the owner, and the transaction with it. */
export const FORBIDDEN_STATEMENT_SQL = 'SET ROLE postgres';

/**
 * Makes the roles where they are missing, also in a folder of an older version; the migrations give them their rights. The
 * roles of tenants cannot put a statement together at run time (`DO`, `set_config`), which `changesUser` could not read.
 */
export const CREATE_ROLES_SQL = `do $$
declare
  wanted text;
begin
  if exists (select from pg_roles where rolname = '${LOGIN_ROLE}') then return; end if;
  foreach wanted in array array['kindling_app', 'kindling_system'] loop
    if not exists (select from pg_roles where rolname = wanted) then execute format('create role %I nologin', wanted); end if;
  end loop;
  create role ${LOGIN_ROLE} nologin noinherit;
  grant create on database postgres to ${LOGIN_ROLE};
  revoke execute on function set_config(text, text, boolean) from public;
  grant execute on function set_config(text, text, boolean) to ${LOGIN_ROLE};
  revoke usage on language plpgsql from public;
  grant usage on language plpgsql to ${LOGIN_ROLE};
end
$$`;

export type TenantRole = 'kindling_app' | 'kindling_system';

/**
 * SQL expression that makes `role` the role of the transaction. Where the session may, it changes its user, whom
 * `RESET ROLE` keeps; a server lets no ordinary user do that, so there it is the role.
 */
export function setRoleSql(role: TenantRole): string {
  return `set_config(CASE session_user WHEN '${LOGIN_ROLE}' THEN 'session_authorization' ELSE 'role' END, '${role}', true)`;
}

/** The words with anything between them that PostgreSQL takes for a space, and names written by their code points. */
const SESSION_USER_PATTERN = /session(?:_|\s|\/\*[\s\S]*?\*\/|--[^\n]*\n)*authorization|u&"/i;
const ALLOWED_ROLE_CHANGES = [setRoleSql('kindling_app'), setRoleSql('kindling_system')];

/** Whether a statement's text changes the user of the session in another way than `actAs` does. */
export function changesSessionUser(text: string): boolean {
  const rest = ALLOWED_ROLE_CHANGES.reduce((left, own) => left.replaceAll(own, ' '), text);
  return SESSION_USER_PATTERN.test(rest);
}
