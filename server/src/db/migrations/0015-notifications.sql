-- What platforms send us of their own accord (slice: notifications).

-- Whether a listing's platform was asked to tell us of its news.
create table hint_subscriptions (
  account_id uuid not null,
  listing_id uuid not null,
  -- Through which connection; another one has to ask again.
  connection_id uuid not null,
  asked_at timestamptz not null default now(),
  -- Null: the platform did not agree when it was asked last.
  subscribed_at timestamptz,
  primary key (account_id, listing_id),
  foreign key (account_id, listing_id) references listings (account_id, id) on delete cascade
);
select wall_off('hint_subscriptions');

-- A hint names a place at its platform, and nothing else.
create index listings_place on listings (platform, external_id);

-- Persons who asked their platform that we delete what came from it. Kept for the page that tells what became of it,
-- without a name or an id of the person.
create table deletion_requests (
  code text primary key,
  platform text not null,
  -- Keyed hash of the person's id: a request that comes twice is one.
  person_hash text not null,
  -- By the platform's clock.
  asked_at timestamptz not null,
  received_at timestamptz not null default now(),
  done_at timestamptz,
  -- What is still to be deleted, as {accountId, connectionId}; empty when done.
  pending jsonb not null,
  connections integer not null,
  listings integer not null,
  reviews integer not null,
  unique (platform, person_hash, asked_at)
);
create index deletion_requests_due on deletion_requests (received_at) where done_at is null;
alter table deletion_requests enable row level security;
alter table deletion_requests force row level security;
create policy system on deletion_requests for all to kindling_system using (true) with check (true);
