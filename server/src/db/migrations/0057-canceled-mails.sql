-- A mail whose subject was taken back before it was sent is `canceled`: it is not sent, and its row still counts for the
-- limits of a day (slice: mail).
alter table emails
  drop constraint emails_state_check,
  drop constraint emails_check,
  add constraint emails_state_check check (state in ('queued', 'sending', 'sent', 'dead', 'canceled')),
  add constraint emails_sealed_check check ((sealed is null) <= (state in ('sent', 'canceled')));
