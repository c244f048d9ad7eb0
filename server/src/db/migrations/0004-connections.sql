-- Links to platforms and what is read through them (slice: connections).

create table connections (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  platform text not null,
  external_id text not null,
  display_name text not null,
  status text not null check (status in
    ('active', 'needs_reauthorisation', 'not_approved', 'withdrawn', 'revoked', 'disconnected')),
  reason text,
  scopes text[] not null default '{}',
  -- Sealed with AES-256-GCM; the seal names its key and is bound to this account and connection.
  sealed_tokens text not null,
  token_expires_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, platform, external_id)
);
select wall_off('connections');

create table listings (
  account_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  location_id uuid not null,
  platform text not null,
  external_id text not null,
  resource_name text not null,
  name text not null,
  address text,
  country text,
  maps_url text,
  write_review_url text,
  -- The platform's own figures, never ours.
  platform_average numeric(4, 3),
  platform_count integer,
  sync_interval_minutes integer not null default 360 check (sync_interval_minutes >= 60),
  next_sync_at timestamptz not null default now(),
  last_success_at timestamptz,
  last_full_pass_at timestamptz,
  paused boolean not null default false,
  -- One sync at a time: whoever holds the lease holds the highest fence, and each write checks it.
  lease_until timestamptz,
  fence bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, platform, external_id),
  foreign key (account_id, connection_id) references connections (account_id, id) on delete cascade,
  foreign key (account_id, location_id) references locations (account_id, id)
);
create index listings_connection on listings (account_id, connection_id);
create index listings_location on listings (account_id, location_id);
-- The sweep looks for due listings over all accounts.
create index listings_due on listings (next_sync_at) where not paused;
select wall_off('listings');

-- One row per started authorisation. The state itself is never stored, only its hash; taking the row is using it.
create table oauth_states (
  account_id uuid not null references accounts (id) on delete cascade,
  state_hash text not null,
  user_id uuid not null,
  platform text not null,
  -- Hash of a cookie that only the browser that began the flow has.
  browser_hash text not null,
  sealed_verifier text not null,
  expires_at timestamptz not null,
  primary key (account_id, state_hash)
);
-- The callback arrives without a tenant: the hash of 256 random bits finds it.
create unique index oauth_states_hash on oauth_states (state_hash);
create index oauth_states_expiry on oauth_states (expires_at);
select wall_off('oauth_states');
