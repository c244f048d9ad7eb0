-- Reviews that wait for a reply (slice: reviews): those of files and those whose words are deleted cannot be answered.

drop index reviews_unanswered;
create index reviews_unanswered on reviews (account_id, written_at desc, id desc)
  where removed_at is null and not answered and wiped_at is null and listing_id is not null;
-- What the daily sums count as unanswered and nobody can answer.
create index reviews_unanswered_wiped on reviews (account_id, listing_id)
  where removed_at is null and not answered and wiped_at is not null;
