-- Businesses and their locations (slice: businesses).

create table businesses (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
select wall_off('businesses');

create table locations (
  account_id uuid not null,
  id uuid not null,
  business_id uuid not null,
  name text not null,
  address text,
  country text,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, business_id) references businesses (account_id, id) on delete cascade
);
create index locations_business on locations (account_id, business_id);
select wall_off('locations');
