#!/bin/sh
# Makes the two roles and the database, at the first start of an empty PostgreSQL.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v owner="$OWNER_PASSWORD" -v portal="$PORTAL_PASSWORD" <<'SQL'
create role shieldhub_owner login password :'owner';
create role shieldhub login password :'portal';
create database shieldhub owner shieldhub_owner;
SQL
