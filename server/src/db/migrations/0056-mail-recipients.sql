-- How many invitations an address got within a day is read from the stored mails of all accounts (slice: mail).
create index emails_recipient on emails (lower(recipient), created_at desc);
