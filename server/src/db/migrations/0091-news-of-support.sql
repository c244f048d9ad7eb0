-- That support acted as a member is news to those who may read the activity (slice: alerts). The kinds only grow, so an earlier version
-- goes on writing its own.
alter table news
  drop constraint news_kind_check,
  add constraint news_kind_check check (kind in (
    'review', 'reply-published', 'reply-refused', 'message', 'connection', 'assigned', 'support')) not valid;
