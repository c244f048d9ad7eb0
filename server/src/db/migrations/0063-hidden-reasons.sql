-- Visitors are told why a first-party review is hidden, so the reason is one of a closed list
-- (docs/decisions/0082-first-party-reviews-stay-as-they-were-written.md). Reviews of platforms have their own rules.
alter table reviews add constraint reviews_hidden_reason check (
  source <> 'first-party'
  or (hidden_at is null and hidden_reason is null)
  or (hidden_at is not null and hidden_reason is not null and hidden_reason in (
    'rating', 'outdated', 'duplicate', 'author-asked', 'spam', 'not-about-business', 'hate', 'personal-data')));

-- The profile of the business and "How we ask" follow at once when a review is hidden, shown again or withdrawn.
create trigger tell_page_changed after update on reviews for each row
  when (new.source = 'first-party'
    and (old.hidden_at, old.hidden_reason, old.removed_at) is distinct from (new.hidden_at, new.hidden_reason, new.removed_at))
  execute function tell_changed_page();
