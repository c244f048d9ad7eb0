#!/bin/sh
# Makes the database of Kindling and its roles on a new PostgreSQL server, once, as its superuser: compose.yaml runs it at the first
# start of the database, an administrator anywhere else.
#   kindling                 signs in, owns the database and its tables; no superuser, and it may not make roles
#   kindling_app …_system    statements of the program run as these, so that row-level security applies to them
#   kindling_limited …_setter  the same for members who are limited to some locations
# The address of the server and the superuser are in the variables of psql (PGHOST, PGPORT, PGUSER).
set -eu
: "${KINDLING_DATABASE_PASSWORD:?the password that the user kindling gets}"
export KINDLING_DATABASE_PASSWORD

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname postgres <<'SQL'
-- Read from the environment, so that the password is in no list of processes.
\set password `printenv KINDLING_DATABASE_PASSWORD`
create role kindling login nosuperuser nocreatedb nocreaterole password :'password';
create role kindling_app nologin;
create role kindling_system nologin;
grant kindling_app, kindling_system to kindling;
create role kindling_limited nologin;
grant kindling_app to kindling_limited;
create role kindling_limited_setter nologin noinherit;
grant kindling_limited to kindling_limited_setter;
grant kindling_limited_setter to kindling;
create database kindling owner kindling encoding 'UTF8' template template0;
revoke all on database kindling from public;
revoke all on database postgres from public;
SQL
