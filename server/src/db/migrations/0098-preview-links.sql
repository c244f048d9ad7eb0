-- Links to the preview of a draft for people without an account (slice: preview-links,
-- docs/decisions/0116-links-to-previews.md).

create table preview_links (
  account_id uuid not null,
  id uuid not null,
  embed_id uuid not null,
  -- SHA-256 of the token in the address, which is kept nowhere.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Locations whose reviews the preview counts: those of a limited member who made the link; null for all.
  counted_locations uuid[],
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, embed_id) references embeds (account_id, id) on delete cascade
);
create unique index preview_links_token on preview_links (token_hash);
create index preview_links_embed on preview_links (account_id, embed_id, created_at desc);
select wall_off('preview_links');
select limit_to_locations('preview_links', 'embed_id in (select id from embeds)');
