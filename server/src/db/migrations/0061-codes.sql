-- The contact of a digital card, which visitors can save to their phone.
alter table codes add column contact jsonb;

-- Logos in the designs of codes: a design names one by its hash, so that codes of one series store it once.
create table code_logos (
  account_id uuid not null references accounts (id) on delete cascade,
  -- SHA-256 of the bytes, in hex.
  hash text not null,
  type text not null check (type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 65536),
  primary key (account_id, hash)
);
select wall_off('code_logos');

-- An account retires its own codes and plain links in the transaction that deletes them; nobody but the system reads them.
create policy retire on retired_codes for insert to kindling_app
  with check (code in (select c.code from codes c) or code in (select p.slug from pipelines p)
    or code in (select f.slug from former_slugs f));
