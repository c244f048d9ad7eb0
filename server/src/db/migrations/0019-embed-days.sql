-- How often embeds were loaded and what was done in them, as sums per day (slice: embeds). No row is about a visitor.

create table embed_days (
  account_id uuid not null,
  embed_id uuid not null,
  -- In the account's time zone.
  day date not null,
  -- Host name of the page; '' where no page was named, and for what came after too many others on that day.
  site text not null,
  -- ISO 3166, two letters; '' where unknown.
  country text not null,
  views bigint not null default 0,
  clicks bigint not null default 0,
  reads bigint not null default 0,
  writes bigint not null default 0,
  primary key (account_id, embed_id, day, site, country),
  foreign key (account_id, embed_id) references embeds (account_id, id) on delete cascade
);
-- The nightly look for what is too old.
create index embed_days_day on embed_days (day);
select wall_off('embed_days');
