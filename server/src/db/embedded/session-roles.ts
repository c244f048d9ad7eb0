/**
 * The roles of the embedded database's session. The engine has one authenticated user, a superuser who owns the tables.
 * Only migrations and maintenance act as this owner. Everything else acts as a role that owns no tenant table. A tenant's
 * transaction changes the session user itself, so that `RESET ROLE` does not lead back to a stronger role.
 */

/** The role outside of `inTenant` and `inSystem`: for the queue, which owns its schema, and the sign-in service. */
export const LOGIN_ROLE = 'kindling_login';

export const SET_OWNER_SQL = 'SET SESSION AUTHORIZATION postgres';
export const SET_LOGIN_SQL = `SET SESSION AUTHORIZATION ${LOGIN_ROLE}`;
/** Fails with 42501 for every role but the owner, and makes the transaction fail. */
export const FORBIDDEN_STATEMENT_SQL = 'SET ROLE postgres';

/**
 * Creates the roles if they are missing, also in a folder of an older version. The migrations grant their privileges. The
 * tenant roles must not build a statement at run time (`DO`, `set_config`), because `changesSessionUser` could not check it.
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

const tenantRoles = ['kindling_app', 'kindling_limited', 'kindling_system'] as const;
export type TenantRole = (typeof tenantRoles)[number];

/**
 * SQL expression that sets the role of the transaction. On the embedded database it changes the session user, which
 * `RESET ROLE` cannot undo. On a server an ordinary user may not do that, so there it sets the role.
 */
export function setRoleSql(role: TenantRole): string {
  return `set_config(CASE session_user WHEN '${LOGIN_ROLE}' THEN 'session_authorization' ELSE 'role' END, '${role}', true)`;
}

/**
 * `SESSION AUTHORIZATION` with any whitespace or comment between the words, and identifiers written as code points
 * (`U&""`).
 */
const SESSION_USER_PATTERN = /session(?:_|\s|\/\*[\s\S]*?\*\/|--[^\n]*\n)*authorization|u&"/i;
const ALLOWED_ROLE_CHANGES = tenantRoles.map(setRoleSql);

/** Whether a statement's text changes the session user in any other way than `setRoleSql` does. */
export function changesSessionUser(text: string): boolean {
  const rest = ALLOWED_ROLE_CHANGES.reduce((left, own) => left.replaceAll(own, ' '), text);
  return SESSION_USER_PATTERN.test(rest);
}
