-- Widgets and badges, and what they show at this moment (slice: embeds).

create table embeds (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  code text not null,
  kind text not null check (kind in ('widget', 'badge')),
  name text not null,
  draft jsonb not null,
  published jsonb,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
-- Public addresses carry the code alone; it is random, never chosen.
create unique index embeds_code on embeds (code);
create index embeds_list on embeds (account_id, kind, created_at desc);
select wall_off('embeds');

create table snapshots (
  account_id uuid not null,
  embed_id uuid not null,
  code text not null,
  content jsonb not null,
  -- SHA-256 of the content: the name of this version in public addresses and ETags.
  hash text not null,
  made_at timestamptz not null default now(),
  primary key (account_id, embed_id),
  foreign key (account_id, embed_id) references embeds (account_id, id) on delete cascade
);
create unique index snapshots_code on snapshots (code);
select wall_off('snapshots');
