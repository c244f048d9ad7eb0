-- What the way from an empty account to a widget on the owner's page is told by (slices: businesses, embeds).

-- Null until somebody gave the name by hand: only then does a platform's name no longer replace it.
alter table businesses add column named_at timestamptz;
alter table businesses add column website text;

-- The first time that a page of another origin asked for it, and that origin. Written once.
alter table embeds add column seen_at timestamptz;
alter table embeds add column seen_site text;
