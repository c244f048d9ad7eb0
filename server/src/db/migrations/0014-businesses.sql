-- What owners tell of their businesses and locations (slice: businesses).

alter table businesses
  add column category text,
  add column phone text,
  add column brand_colour text check (brand_colour ~ '^#[0-9a-f]{6}$'),
  -- Out of sight and no longer read by itself; what was read stays.
  add column archived_at timestamptz,
  -- Whoever saves tells what it looked like, so that two people do not undo one another.
  add column updated_at timestamptz not null default now();

alter table locations
  add column phone text,
  add column time_zone text,
  -- [{"label": text, "url": text}], in the owner's order.
  add column links jsonb not null default '[]',
  add column updated_at timestamptz not null default now();
