-- Owner's replies on their way (slice: reviews). What the platform shows stands in `reviews`.

alter table reviews
  -- An own reply is on its way: it counts as answered, whatever a sync reads meanwhile.
  add column reply_under_way boolean not null default false;
-- Removed reviews have a list of their own.
create index reviews_removed on reviews (account_id, written_at desc, id desc) where removed_at is not null;

create table replies (
  account_id uuid not null,
  review_id uuid not null,
  draft text,
  -- queued: to be sent. sent: the platform has it, its confirmation is awaited. Null: nothing is on its way.
  state text check (state in ('queued', 'sent', 'failed')),
  -- Null: the reply is to be taken back.
  text text,
  -- The reply that the owner saw while writing; any other at the platform is a conflict, but for our own.
  seen_text text,
  -- What earlier requests of ours may have left at the platform; null stands for a reply taken back.
  own_texts text[] not null default '{}',
  -- Error code: why it failed, or what holds it up.
  reason text,
  asked_at timestamptz,
  -- Set before the first call that writes: from here on the text may be at the platform.
  tried_at timestamptz,
  sent_at timestamptz,
  -- The platform showed it as sent; one more look follows.
  confirmed_at timestamptz,
  tries integer not null default 0,
  next_at timestamptz,
  -- Who works on it. The fence rises with every claim, the version with every request of the owner.
  lease_until timestamptz,
  fence integer not null default 0,
  version integer not null default 0,
  primary key (account_id, review_id),
  foreign key (account_id, review_id) references reviews (account_id, id) on delete cascade
);
create index replies_due on replies (next_at) where state in ('queued', 'sent');
select wall_off('replies');
