-- Exports of reviews and archives of whole accounts (slice: exports; docs/decisions/0092-exports.md).

-- One download of reviews. The row carries its progress from the process that sends the file to the app.
create table review_exports (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  -- Format, filter, sort, ids and language, as `reviewExportRequestSchema`.
  request jsonb not null,
  -- SHA-256 of the address that begins the download; null once it was used.
  ticket_hash bytea,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'canceled', 'failed')),
  rows int not null default 0,
  bytes bigint not null default 0,
  left_out int not null default 0,
  created_at timestamptz not null default now(),
  -- Renewed while the file is sent; a process that died leaves an old one.
  alive_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index review_exports_ticket on review_exports (ticket_hash) where ticket_hash is not null;
create index review_exports_age on review_exports (created_at);
select wall_off('review_exports');

-- Everything of an account as one ZIP file.
create table account_archives (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  -- The owner who asked for it, and gets the mail.
  user_id uuid not null,
  language text not null,
  state text not null default 'running' check (state in ('running', 'ready', 'failed')),
  failure text check (failure in ('too-large', 'internal')),
  -- Where the next step goes on: the source, its position, and the open entry of the ZIP file.
  progress jsonb not null default '{}',
  files_done int not null default 0,
  files_total int not null default 0,
  -- Of the stored parts.
  bytes bigint not null default 0,
  parts int not null default 0,
  -- The address that begins a download, and the owner who got it; null once it was used.
  ticket_hash bytea,
  ticket_user_id uuid,
  ticket_expires_at timestamptz,
  created_at timestamptz not null default now(),
  -- The last step; a process that died leaves an old one.
  touched_at timestamptz not null default now(),
  ready_at timestamptz,
  -- From then on nobody gets it, and its parts are deleted in batches.
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create unique index account_archives_ticket on account_archives (ticket_hash) where ticket_hash is not null;
create index account_archives_expiry on account_archives (expires_at);
select wall_off('account_archives');

-- The bytes of an archive in order, so that every process can send them.
create table account_archive_parts (
  account_id uuid not null,
  archive_id uuid not null,
  number int not null,
  bytes bytea not null,
  -- Records of the files that end in this part, for the directory at the end of the ZIP file.
  directory bytea not null default '',
  primary key (account_id, archive_id, number),
  foreign key (account_id, archive_id) references account_archives (account_id, id) on delete cascade
);
select wall_off('account_archive_parts');
-- The bytes are compressed already.
alter table account_archive_parts alter column bytes set storage external;
