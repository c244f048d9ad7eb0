-- Audit entries are kept while the account exists. A listing's id at its platform can spell the name of a business, and must
-- not outlive a disconnection: the listing's own id is in `target`.
alter table audit_entries no force row level security;
update audit_entries set details = details - 'externalId' where details ? 'externalId';
alter table audit_entries force row level security;
