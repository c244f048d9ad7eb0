-- Whether an address was refused is asked for each person of a mailing; without it all of a person's mailings of a year are read.
-- locks: only what sends mailings writes the table, and a million recipients are indexed in about a second.
create index mailing_recipients_refused on mailing_recipients (user_id) where refused_address is not null;
