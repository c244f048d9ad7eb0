-- Limits of mails to an address count its mailbox: many providers deliver `ann+shop@` to `ann@`, and Google ignores dots
-- (slice: mail). Only for counting: whether two addresses are one person is never decided by it.
create function mailbox_of(address text) returns text language sql immutable strict parallel safe
  return case when lower(address) ~ '@g(ooglemail|mail)\.com$'
    then replace(regexp_replace(lower(address), '(\+.*)?@[^@]*$', ''), '.', '') || '@gmail.com'
    else regexp_replace(lower(address), '\+.*(@[^@]*)$', '\1') end;
drop index emails_recipient;
create index emails_mailbox on emails (mailbox_of(recipient), created_at desc);
