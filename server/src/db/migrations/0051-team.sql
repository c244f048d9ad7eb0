-- Invitations to an account, and the handing over of its ownership (slice: team).

create table invitations (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('owner', 'manager', 'responder', 'viewer')),
  all_locations boolean not null default true,
  -- SHA-256 of the token in the link of the mail; a mail that is sent again has a new one.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  invited_by uuid,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  primary key (account_id, id),
  check (all_locations or role <> 'owner')
);
create unique index invitations_token on invitations (token_hash);
-- One open invitation per address and account.
create unique index invitations_open on invitations (account_id, lower(email))
  where accepted_at is null and revoked_at is null;
create index invitations_email on invitations (lower(email)) where accepted_at is null and revoked_at is null;
select wall_off('invitations');

create table invitation_locations (
  account_id uuid not null,
  invitation_id uuid not null,
  location_id uuid not null,
  primary key (account_id, invitation_id, location_id),
  foreign key (account_id, invitation_id) references invitations (account_id, id) on delete cascade,
  foreign key (account_id, location_id) references locations (account_id, id) on delete cascade
);
create index invitation_locations_location on invitation_locations (account_id, location_id);
select wall_off('invitation_locations');

-- An owner offers their ownership to another member, who accepts it; at most one offer per account.
create table ownership_offers (
  account_id uuid not null references accounts (id) on delete cascade,
  from_user uuid not null,
  to_user uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id),
  foreign key (account_id, from_user) references memberships (account_id, user_id) on delete cascade,
  foreign key (account_id, to_user) references memberships (account_id, user_id) on delete cascade
);
create index ownership_offers_from on ownership_offers (account_id, from_user);
create index ownership_offers_to on ownership_offers (account_id, to_user);
select wall_off('ownership_offers');
