-- A second way to read a platform, without an owner's sign-in (slices: connections, reviews).

-- Which connector reads it; `platform` goes on naming where its reviews come from.
alter table connections add column connector text;
-- Also for the owner of the table row-level security is in force, and would hide every row.
alter table connections no force row level security;
update connections set connector = platform;
alter table connections force row level security;
alter table connections alter column connector set not null;
-- An account reads all its open places of a connector through one connection.
create unique index connections_open on connections (account_id, connector) where connector <> platform;

alter table reviews
  -- The links that the platform's terms want beside it: {authorUrl, flagUrl, mapsUrl}. Such a review is only lent.
  add column attribution jsonb;
