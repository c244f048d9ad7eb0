-- Reviews of files and the reviews of a sync that they are (slice: reviews).

alter table reviews
  -- What "2 months ago" can mean; null where the day is known, or nothing is known of it.
  add column written_from timestamptz,
  add column written_to timestamptz,
  -- When a review of a file was found to be this one. It stands for one of them and for no other.
  add column twin_found_at timestamptz;
create index reviews_undated on reviews (account_id, location_id) where date_basis is not null;
