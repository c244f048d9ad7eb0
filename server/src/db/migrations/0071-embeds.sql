-- Embeds that are sorted by pins begin with the pinned reviews, which are few.
create index reviews_pinned on reviews (account_id, pinned_at desc, written_at desc, id desc)
  where pinned_at is not null and removed_at is null;
